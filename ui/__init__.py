"""What people see: the pages on phones, on the laptop and on the TV."""
