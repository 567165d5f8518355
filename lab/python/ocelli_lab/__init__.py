"""The laboratory's learners, to compare Ocelli's with.

ocelli_lab.sklearn has them as scikit-learn estimators. The program ocelli-lab trains models with them.
"""

import ocelli  # its exceptions are those of this package

from ._native import classifier_algorithms

__all__ = ["classifier_algorithms"]
__version__ = ocelli.__version__
