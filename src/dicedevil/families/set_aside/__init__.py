"""Games in which at least one die is set aside after every roll, and stays there: Threes, Midnight."""

from dicedevil.families.set_aside.game import SetAsideGame as SetAsideGame
from dicedevil.families.set_aside.rules import AsideRules as AsideRules
from dicedevil.families.set_aside.words import Aside as Aside
