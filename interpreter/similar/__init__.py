"""Examples of sentences and how they are written, and which of them a refused line is like."""
