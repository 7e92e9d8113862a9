"""`python -m ilos` is `ilos`."""

import sys

from ilos.cli import main

sys.exit(main())
