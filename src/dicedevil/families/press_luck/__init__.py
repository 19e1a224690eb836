"""Press-your-luck games (Pig, Ten Thousand, Farkle): the rules as data, and as plain games."""

from dicedevil.families.press_luck.combinations import (
    Combination,
    require_dice,
    same_groups,
    sub_multisets,
    without,
)
from dicedevil.families.press_luck.contests import (
    Contest,
    MatchTurn,
    PressLuckMatch,
    PressLuckRace,
    RaceTurn,
)
from dicedevil.families.press_luck.game import PressLuckGame
from dicedevil.families.press_luck.last_round import PressLuckLastRound
from dicedevil.families.press_luck.long_run import LongTurn, PressLuckLongRun
from dicedevil.families.press_luck.scoring import Outcome, PressLuck, SetAside
from dicedevil.families.press_luck.strategies import EachTurnAlone, HoldAt, Solitaire
from dicedevil.families.press_luck.tables import PressLuckTable, TableState
from dicedevil.families.press_luck.turns import (
    BANK,
    BUST,
    PressLuckPlay,
    Turn,
)

__all__ = [
    "BANK",
    "BUST",
    "Combination",
    "Contest",
    "EachTurnAlone",
    "HoldAt",
    "LongTurn",
    "MatchTurn",
    "Outcome",
    "PressLuck",
    "PressLuckGame",
    "PressLuckLastRound",
    "PressLuckLongRun",
    "PressLuckMatch",
    "PressLuckPlay",
    "PressLuckRace",
    "PressLuckTable",
    "RaceTurn",
    "SetAside",
    "Solitaire",
    "TableState",
    "Turn",
    "require_dice",
    "same_groups",
    "sub_multisets",
    "without",
]
