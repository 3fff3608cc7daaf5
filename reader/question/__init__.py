"""What a question says: the type of answer it wants, its conditions, periods and amounts, the things it joins."""
