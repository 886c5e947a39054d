"""The pages, one module each, with `register` for their addresses."""
