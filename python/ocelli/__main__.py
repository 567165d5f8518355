"""python3 -m ocelli: the program that comes with the package."""

import os
import sys
from typing import NoReturn

from .models import program


def main() -> NoReturn:
    """Becomes the program, with the same arguments."""
    path = str(program())
    os.execv(path, ["ocelli", *sys.argv[1:]])


if __name__ == "__main__":
    main()
