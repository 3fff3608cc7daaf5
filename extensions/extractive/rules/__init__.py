"""What the rules answer to a task: a file each, named as the task, with a function of that name."""
