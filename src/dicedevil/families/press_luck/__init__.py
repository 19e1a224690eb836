"""Press-your-luck games (Pig, Ten Thousand, Farkle): the rules as data, and as plain games."""

from dicedevil.families.press_luck.contests import (
    Contest,
    MatchTurn,
    PressLuckMatch,
    PressLuckRace,
    RaceTurn,
)
from dicedevil.families.press_luck.game import PressLuckGame
from dicedevil.families.press_luck.last_round import PressLuckLastRound
from dicedevil.families.press_luck.scoring import (
    Combination,
    Outcome,
    PressLuck,
    SetAside,
    same_groups,
    sub_multisets,
    without,
)
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
    "MatchTurn",
    "Outcome",
    "PressLuck",
    "PressLuckGame",
    "PressLuckLastRound",
    "PressLuckMatch",
    "PressLuckPlay",
    "PressLuckRace",
    "PressLuckTable",
    "RaceTurn",
    "SetAside",
    "Solitaire",
    "TableState",
    "Turn",
    "same_groups",
    "sub_multisets",
    "without",
]
