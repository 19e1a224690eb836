"""Press-your-luck games in plain fractions: every roll, every set-aside, no gathering.

Nothing here uses outcomes, kernels or units. A turn is a memoised recursion over (turn, dice);
cycles are settled exactly: a candidate is accepted only when it satisfies its own optimality
equation without remainder, and that equation has one solution.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from dicedevil.dice import Roll
from dicedevil.families.press_luck import PressLuck, PressLuckGame, SetAside
from dicedevil.games import game
from dicedevil.solvers.press_luck.arrays import outcome_list
from dicedevil.solvers.press_luck.kernels.turn import Plan

Worth = Callable[[int], Fraction]
Choice = tuple[bool, SetAside]
"""(bank?, what is set aside)."""
Strategy = Callable[[int, Roll], Choice]
"""From the turn total before the roll and the roll to a choice."""

ZERO, ONE = Fraction(0), Fraction(1)
FAR = 2
"""How many times further than the margin a turn of a match may go on past the target here."""


def rules_of(spec: str) -> PressLuck:
    """Return the rules of a game by its name: `pig:target=12`."""
    found = game(spec)
    assert isinstance(found, PressLuckGame)
    return found.rules


def turn(
    rules: PressLuck,
    bank: Worth,
    bust: Fraction,
    cap: int,
    strategy: Strategy | None = None,
    least: int = 0,
) -> tuple[Fraction, Fraction]:
    """Worth and bust probability of a turn; best when there is no strategy.

    From `cap` points on everybody banks; fewer than `least`, or than the minimum, nobody may.
    """
    least = max(least, rules.minimum)
    rolls = {dice: rules.rolls(dice) for dice in range(1, rules.dice + 1)}
    memo: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}

    def rolling(points: int, dice: int) -> tuple[Fraction, Fraction]:
        if (points, dice) not in memo:
            value = slope = ZERO
            for roll, weight in rolls[dice].items():
                worth, busts = after(points, roll)
                value += weight * worth
                slope += weight * busts
            total = sum(rolls[dice].values())
            memo[points, dice] = value / total, slope / total
        return memo[points, dice]

    def after(points: int, roll: Roll) -> tuple[Fraction, Fraction]:
        asides = rules.set_asides(roll)
        if not asides:
            return bust, ONE
        if points + asides[0].points >= cap:
            return bank(points + asides[0].points), ZERO
        if strategy is not None:
            stops, aside = strategy(points, roll)
            total = points + aside.points
            if stops and total < least:
                stops, aside = False, asides[0]
            return (bank(total), ZERO) if stops else rolling(total, aside.left)
        found = [rolling(points + aside.points, aside.left) for aside in asides]
        found += [
            (bank(points + aside.points), ZERO) for aside in asides if points + aside.points >= least
        ]
        return max(found, key=lambda each: each[0])

    return rolling(0, rules.dice)


def hold_at(rules: PressLuck, points: int) -> Strategy:
    """Set everything that scores aside, bank from `points` on."""

    def choose(total: int, roll: Roll) -> Choice:
        aside = rules.set_asides(roll)[0]
        return total + aside.points >= max(points, rules.minimum), aside

    return choose


def least_of(rules: PressLuck, banked: int) -> int:
    """The fewest points that may be banked on top of so many."""
    return rules.minimum if banked > 0 else max(rules.minimum, rules.opening)


def goal_of(rules: PressLuck) -> int:
    """The target, rounded up to a total that can be banked exactly."""
    return -(-rules.target // rules.unit) * rules.unit


Table = dict[tuple[int, int], Fraction]


SHARED = (Fraction(1, 2), Fraction(1, 2))
ALONE = (ZERO, ONE)
"""What a tie counts for each player: half of the win, or all of it to the second."""


def match(
    rules: PressLuck,
    first: Strategy | None = None,
    second: Strategy | None = None,
    ties: tuple[Fraction, Fraction] = SHARED,
) -> tuple[Table, Table]:
    """first[me, them], second[me, them]: winning probability of the player about to roll."""
    goal, step = goal_of(rules), rules.unit
    values: tuple[Table, Table] = ({}, {})
    seats = (first, second)
    for total in range(2 * (goal - step), -step, -step):
        for mine in range(max(0, total - goal + step), min(goal - step, total) + step, step):
            theirs = total - mine
            _settle(rules, seats, ties, values, mine, theirs)
    return values


def _settle(
    rules: PressLuck,
    seats: tuple[Strategy | None, Strategy | None],
    ties: tuple[Fraction, Fraction],
    values: tuple[Table, Table],
    mine: int,
    theirs: int,
) -> None:
    def side(seat: int, me: int, them: int, bust: Fraction) -> tuple[Fraction, Fraction]:
        other = values[1 - seat]

        def bank(points: int) -> Fraction:
            if me + points < rules.target:
                return ONE - other[them, me + points]
            if not rules.last_round:
                return ONE
            by_plan = seats[1 - seat] is not None
            return ONE - last_turn(rules, me + points - them, them, by_plan, ties[1 - seat])

        least = least_of(rules, me)
        cap = max(rules.target - me, least)
        if rules.last_round and seats[seat] is None:
            cap += FAR * rules.margin * rules.unit
        return turn(rules, bank, bust, cap, seats[seat], least)

    x = Fraction(1, 2)
    while True:
        z, drop = side(1, theirs, mine, ONE - x)
        value, fall = side(0, mine, theirs, ONE - z)
        if value == x:
            break
        x += (value - x) / (1 - fall * drop)
    values[0][mine, theirs], values[1][theirs, mine] = x, z


@cache
def last_turn(
    rules: PressLuck, lead: int, banked: int, by_plan: bool, tie: Fraction = SHARED[0]
) -> Fraction:
    """The chance to beat a lead in one turn, a tie counting `tie`; a plan rolls until it is ahead."""

    def bank(points: int) -> Fraction:
        return tie if points == lead else Fraction(int(points > lead))

    def until_ahead(total: int, roll: Roll) -> Choice:
        return False, rules.set_asides(roll)[0]

    least = least_of(rules, banked)
    strategy = until_ahead if by_plan else None
    return turn(rules, bank, ZERO, max(lead + rules.unit, least), strategy, least)[0]


def fewest_turns(rules: PressLuck) -> dict[int, Fraction]:
    """E(b) = 1 + min over ways to play of E after the turn, exactly."""
    turns: dict[int, Fraction] = {}
    for banked in range(goal_of(rules) - rules.unit, -1, -rules.unit):

        def bank(points: int, banked: int = banked) -> Fraction:
            return -turns.get(banked + points, ZERO)

        guess = Fraction(1)
        while True:
            least = least_of(rules, banked)
            worth, busts = turn(rules, bank, -guess, max(rules.target - banked, least), None, least)
            if 1 - worth == guess:
                break
            guess += (1 - worth - guess) / (1 - busts)
        turns[banked] = guess
    return turns


def chances_within(rules: PressLuck, turns: int) -> list[dict[int, Fraction]]:
    """Q(n, b): the best probability of reaching the target from b within n turns."""
    totals = range(0, goal_of(rules), rules.unit)
    table = [dict.fromkeys(totals, ZERO)]
    for _ in range(turns):
        before = table[-1]
        after: dict[int, Fraction] = {}
        for banked in totals:

            def bank(
                points: int, banked: int = banked, before: dict[int, Fraction] = before
            ) -> Fraction:
                return before.get(banked + points, ONE)

            least = least_of(rules, banked)
            cap = max(rules.target - banked, least)
            after[banked] = turn(rules, bank, before[banked], cap, None, least)[0]
        table.append(after)
    return table


def best_turn(rules: PressLuck, cap: int) -> Fraction:
    """One turn's best expected score when everybody banks from `cap` points on."""
    return turn(rules, lambda points: Fraction(points), ZERO, cap)[0]


def turn_law(rules: PressLuck, plan: Plan, cap: int | None = None) -> dict[int, Fraction]:
    """Return the exact law of a turn's score under a plan; 0 is a bust.

    Forwards: reach(t, n) is the probability of rolling n dice with t points. `cap` banks at
    that total whatever the plan says (a target is reached).
    """
    columns = [0]
    for _, outcomes in outcome_list(rules):
        columns.append(columns[-1] + len(outcomes))
    waiting = {(0, rules.dice): Fraction(1)}
    law: dict[int, Fraction] = {}
    while waiting:
        turn, dice = min(waiting)
        chance = waiting.pop((turn, dice)) / rules.total_weight**dice
        bust, outcomes = outcome_list(rules)[dice - 1]
        law[0] = law.get(0, Fraction(0)) + chance * bust
        for column, outcome in enumerate(outcomes, start=columns[dice - 1]):
            row, total = turn // rules.unit, turn + outcome.top
            choice = int(plan[row, column]) if row < len(plan) else 0
            if choice == 0 or (cap is not None and total >= cap):
                law[total] = law.get(total, Fraction(0)) + chance * outcome.weight
            else:
                points, left = outcome.options[choice - 1]
                spot = (turn + points, left)
                waiting[spot] = waiting.get(spot, Fraction(0)) + chance * outcome.weight
    return dict(sorted(law.items()))


def mean(law: dict[int, Fraction]) -> Fraction:
    """Return the mean of a law of points."""
    return sum((points * chance for points, chance in law.items()), Fraction(0))
