"""`python -m veriframe_ray`"""

import sys

from veriframe_ray import main

sys.exit(main())
