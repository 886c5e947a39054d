"""What people see, one thing per module: a component in Python, and its Vue part beside it where it has one."""
