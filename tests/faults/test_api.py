"""Random requests of all kinds at every address: no failure, and nothing that is not described."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
import schemathesis
from hypothesis import Phase, settings

from api_cases import looked_at, requests
from dicedevil.web.settings import Settings
from serving import client_of

pytestmark = pytest.mark.attack

every = requests(coverage=True)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with client_of(Settings(data=tmp_path_factory.mktemp("games"))) as found:
        yield found


@every.parametrize()
@settings(max_examples=200, derandomize=False, phases=[Phase.explicit, Phase.generate])
def test_whatever_is_sent(case: schemathesis.Case, client: httpx.Client) -> None:
    looked_at(case, client)
