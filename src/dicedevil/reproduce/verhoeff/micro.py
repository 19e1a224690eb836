"""Section 3.1: Micro Yahtzee, its game tree walked and all its strategies tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from dicedevil.ask.evaluate import evaluate
from dicedevil.dice import Roll
from dicedevil.figures.draw import drawing
from dicedevil.games import game as game_named
from dicedevil.reproduce import Row
from dicedevil.reproduce.verhoeff import printed
from dicedevil.reproduce.verhoeff.plans import mixed_rows
from dicedevil.reproduce.verhoeff.telling import mixed, number, words
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.solvers.solver import solve
from dicedevil.strategy import Strategy

SECTION = "Section 3.1"

Path = tuple[tuple[Roll, str], ...]
"""A game: each roll and what was done with it, in words."""
Plan = Mapping[tuple[State, Roll], Choice]
"""A deterministic strategy: a choice for every node that has more than one."""


def micro_rows() -> Iterator[Row]:
    """Yield every number of section 3.1."""
    game = game_named("micro-yahtzee")
    yield from _tree(game)
    yield _figure_1(game)
    yield from _table_4(game)
    yield from _table_5(game)
    yield from _best_of_all(game)
    yield from mixed_rows()


# -- the game tree ---------------------------------------------------------------------------------


def ended_games(game: Game, position: Position | None = None) -> Iterator[tuple[Path, int]]:
    """Walk the game tree: every game, and its final score."""
    points, state = position or Position(0, game.start())
    if game.is_over(state):
        yield (), points
        return
    for roll in game.rolls(state):
        for choice in game.choices(state, roll):
            gained, after = game.play(state, roll, choice)
            for path, score in ended_games(game, Position(points + gained, after)):
                yield ((roll, game.write_choice(choice)), *path), score


def choice_nodes(game: Game, state: State) -> Iterator[tuple[State, Roll]]:
    """Walk the game tree: every node with a choice. States that meet again are told apart by paths."""
    if game.is_over(state):
        return
    for roll in game.rolls(state):
        choices = game.choices(state, roll)
        if len(choices) > 1:
            yield state, roll
        for choice in choices:
            yield from choice_nodes(game, game.play(state, roll, choice)[1])


def all_plans(game: Game) -> Iterator[Plan]:
    """Yield every deterministic strategy."""
    nodes = list(choice_nodes(game, game.start()))
    for choices in product(*(game.choices(state, roll) for state, roll in nodes)):
        yield dict(zip(nodes, choices, strict=True))


def expected_score(game: Game, plan: Plan) -> Fraction:
    """Return the exact mean score of a strategy."""
    strategy = Strategy("plan", lambda state, roll: plan[state, roll])
    return Fraction(evaluate(game, strategy).exact_mean)


def _tree(game: Game) -> Iterator[Row]:
    tree = dict(ended_games(game))
    rolls = game.rolls(game.start())
    for name, (condition, score) in printed.TABLE_3.items():
        place = f"score {name}"
        always = [path for path in tree if path[-1][1] == place]
        fits = all(_pays(game, (value,), place) == _micro_points(name, value) for (value,) in rolls)
        met = condition if len(always) == len(tree) // 2 else "a condition"
        yield words(f"Table 3, {name}, condition", condition, met)
        yield words(f"Table 3, {name}, score", score, score if fits else "another score")
    yield number(f"{SECTION}, games", "72", len(tree), "leaves of the game tree")
    first = (((4,), "score double"), ((3,), "score square"))
    second = (((4,), "score square"), ((3,), "score double"))
    yield number(f"{SECTION}, score of 4 Double 3 Square", "17", tree[first])
    yield number(f"{SECTION}, score of 4 Square 3 Double", "22", tree[second])
    for formula, place in (("2i + j^2", "score double"), ("i^2 + 2j", "score square")):
        fits = all(
            score == (2 * i + j**2 if place == "score double" else i**2 + 2 * j)
            for (((i,), done), ((j,), _)), score in tree.items()
            if done == place
        )
        item = f"{SECTION}, score of i {place.split()[1].title()} j"
        yield words(item, formula, formula if fits else "another score")
    plans = sum(1 for _ in all_plans(game))
    yield number(f"{SECTION}, deterministic strategies", "64", plans)
    chance = f"1/{sum(rolls.values())}^{len(next(iter(tree)))}"
    yield words(f"{SECTION}, chance of a game that the strategy plays", "1/6^2", chance)


def _figure_1(game: Game) -> Row:
    """Draw the tree: the game that is shown in full."""
    data = drawing("tree", game).data
    shown = [edge["label"] for edge in data["edges"] if edge["followed"]]
    circled = sum(node["is_choice"] for node in data["nodes"])
    return words(
        "Figure 1, the game shown in full",
        "4 Double 3 Square",
        " ".join(label.removeprefix("score ").title() for label in shown),
        f"plot tree micro-yahtzee draws it: {circled} choice nodes are circled, {data['score']} points",
    )


def _pays(game: Game, roll: Roll, place: str) -> int:
    start = game.start()
    return game.play(start, roll, game.read_choice(start, roll, place))[0]


def _micro_points(name: str, value: int) -> int:
    """The words of Table 3."""
    return 2 * value if name == "double" else value**2


# -- strategies ------------------------------------------------------------------------------------


def threshold_plan(game: Game, most: int) -> Plan:
    """The paper's S.t: a first roll of at most t is scored as Double."""
    return {
        (state, roll): game.read_choice(
            state, roll, "score double" if roll[0] <= most else "score square"
        )
        for state, roll in choice_nodes(game, game.start())
    }


def _table_4(game: Game) -> Iterator[Row]:
    means = [Fraction(evaluate(game, f"s.{most}").exact_mean) for most in range(7)]
    for most, (claim, ours) in enumerate(zip(printed.TABLE_4.split("|"), means, strict=True)):
        yield mixed(f"Table 4, S.{most}", claim, ours)
    best = max(range(7), key=means.__getitem__)
    yield words(f"{SECTION}, best of the family", "S.4", f"S.{best}", f"by {means[4] - means[3]}")
    same = "equal" if means[0] == means[6] else "different"
    yield words(f"{SECTION}, S.0 and S.6", "equal", same)
    double, square = _remaining(game, "score square"), _remaining(game, "score double")
    yield mixed(f"{SECTION}, E[2D]", "7", double)
    yield mixed(f"{SECTION}, E[D^2]", "15 1/6", square)
    total = "equal" if means[0] == double + square else "different"
    yield words(f"{SECTION}, S.0 and E[2D] + E[D^2]", "equal", total)


def _remaining(game: Game, place: str) -> Fraction:
    """Return the expected score of the box that is left after this one."""
    start, roll = game.start(), next(iter(game.rolls(game.start())))
    after = game.play(start, roll, game.read_choice(start, roll, place))[1]
    return Fraction(solve(game, exact=True, lane="reference").worth(after))


def _table_5(game: Game) -> Iterator[Row]:
    solution = solve(game, exact=True, lane="reference")
    start = Position(0, game.start())
    for line in printed.TABLE_5:
        value, double, square, best = line.split("|")
        roll = (int(value),)
        for column, claim in (("Double", double), ("Square", square)):
            choice = game.read_choice(start.state, roll, f"score {column.lower()}")
            ours = Fraction(solution.choice_worth(start, roll, choice))
            yield mixed(f"Table 5, first roll {value}, {column}", claim, ours)
        chosen = solution.advise(game.write_state(start.state), value).best.choice
        yield words(f"Table 5, first roll {value}, best choice", best, chosen.split()[1].title())


def _best_of_all(game: Game) -> Iterator[Row]:
    means = [(expected_score(game, plan), plan) for plan in all_plans(game)]
    highest = max(mean for mean, _ in means)
    winners = [plan for mean, plan in means if mean == highest]
    s_4 = threshold_plan(game, 4)
    only = "S.4 alone" if winners == [s_4] else f"{len(winners)} strategies"
    yield words(f"{SECTION}, best of all 64 strategies", "S.4 alone", only, f"all 64 tried: {highest}")
    exact = solve(game, exact=True, lane="reference").exact
    fast = solve(game, fresh=True)
    listed = solve(game, fresh=True, lane="graph")
    same = exact == highest and all(
        abs(one.value - float(highest)) <= max(one.error_bound, 1e-12) for one in (fast, listed)
    )
    yield mixed(
        f"{SECTION}, best expected score by every lane",
        "25 34/36",
        highest,
        f"fractions {exact}; {fast.lane} {fast.value:.10f}; {listed.lane} {listed.value:.10f}: "
        f"{'one' if same else 'not one'} value",
    )
