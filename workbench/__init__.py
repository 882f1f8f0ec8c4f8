"""What a person touches: experiments, commands, reports."""
