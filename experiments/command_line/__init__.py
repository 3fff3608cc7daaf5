"""What the commands share: how they are found and declared, their options, and those that ragatta.yaml gives."""
