"""A page that plays: what a browser would ask, move by move."""

from __future__ import annotations

import random
from typing import Any

import httpx

API = "/api/v1"


def get(client: httpx.Client, path: str, status: int = 200, **asked: Any) -> Any:
    """Ask for something, and require its status."""
    answer = client.get(API + path, params=asked)
    assert answer.status_code == status, answer.text[:500]
    return answer.json()


def post(client: httpx.Client, path: str, status: int = 200, **body: Any) -> Any:
    """Send something, and require its status."""
    answer = client.post(API + path, json=body)
    assert answer.status_code == status, answer.text[:500]
    return answer.json()


def begin(client: httpx.Client, game: str, bots: list[str] | None = None, **more: Any) -> Any:
    """Begin a game of one person against bots."""
    asked = {"game": game, "people": ["Ann"], "bots": bots or [], **more}
    return post(client, "/play", 201, **asked)


def go_on(client: httpx.Client, play: Any, source: random.Random) -> Any:
    """Make the next move: the bots', or one of the person's at random."""
    number, at = play["number"], play["moves"]
    if play["mover_is_bot"]:
        return post(client, f"/play/{number}/bot", at=at)
    if play["board"]["roll"] is None:
        play = post(client, f"/play/{number}/throw")
    choice = source.choice(play["board"]["choices"])["choice"]
    return post(client, f"/play/{number}/choose", choice=choice, at=at)


def play_on(client: httpx.Client, play: Any, seed: int = 1, most: int = 100_000) -> Any:
    """Play to the end, or so many moves."""
    source = random.Random(seed)
    for _ in range(most):
        if play["over"]:
            break
        play = go_on(client, play, source)
    return play
