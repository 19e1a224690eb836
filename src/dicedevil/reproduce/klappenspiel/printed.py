"""What Benjamin and Stanford print in "Optimal Klappenspiel" (The UMAP Journal 16(1), 1995).

Only their figures stand here, as far as the scan can be read; nothing is computed, and nothing here
is used to compute.
"""

from __future__ import annotations

Tiles = tuple[int, ...]

BOARD_NUMBERS = (
    (0, "0000000000", ()),
    (1, "000000001", (1,)),
    (199, "0011000111", (1, 2, 3, 7, 8)),
    (511, "011111111", (1, 2, 3, 4, 5, 6, 7, 8, 9)),
    (1023, "?", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
)
"""Examples 1 and 2: board, its binary digits, the tiles up. Those of 1023 are lost in the scan."""

TABLE_1_ROLLS = "1,2 1,3 1,4 1,5 1,6 2,3 2,4 2,5 2,6 3,4 3,5 3,6 4,5 4,6"
TABLE_1 = """
0    1.000 ____._________
1    .000  _._..._?______
2    .028  ___.__._______
3    .056  ___.._.__?.___
4    .056  _____.._..__?_
5    .056  __..._.__.____
6    .059  ____....____?_
7    .0062 I.____.?_____?
8    .083  ____._.?._._._
1008 .0038 ___?__.?_.____
1009 .0016 _?_II...._____
1010 .0021 __?___.IS_.___
1011 .0020 ___IS._SS..___
1012 .0026 .__.__..._SS__
1013 .0023 ___IS_?.._SS_?
1014 .0024 ___._I_SS?SS__
1015 .0020 I_.ISI?SS.SS__
1016 .0032 ___.__..____SS
1017 .0023 _?IIS_._.?__SS
1018 .0027 __.?__ISS___SS
1019 .0024 __IIS_SSS___SS
1020 .0031 ??.__..._ISSSS
1021 .0025 .IIIS..??SSSSS
1022 .0031 ?____IISSSSSSS
1023 .0030 IIIISIISSSSSSS
"""
"""I and S as printed; a dot where the scan has a mark for the printed dot, _ where it is blank (a dot
lost), ? where it has digits or a letter that cannot be told.

The page was scanned askew. Columns 1,2 to 1,6 stand on the line of their board; columns 2,4 to 4,6
stand one line too low (their headings too, and board 1023's letters on a line of their own below the
table); column 2,3 is on its line for the boards up to 1015 and too low from 1016 on. Two cells of
such a column run together three times ("I S" twice, "s s" once) and are taken apart again. S read as
5 and I read as i, or as i or T with an accent, are taken for what they are; a 1 may be an I or a
speck, and counts as unreadable.
"""

LINE_LOW = {"2,3": 1016} | dict.fromkeys(TABLE_1_ROLLS.split()[6:], 0)
"""Column of Table 1: the first board from which on the scan has it on the line below its own."""

TABLE_2 = (
    (1, "10/36", "0", "10/36"),
    (2, "10/36", "1/36", "11/36"),
    (3, "10/36", "2/36", "12/36"),
    (4, "10/36", "3/36", "13/36"),
    (5, "10/36", "4/36", "14/36"),
    (6, "10/36", "5/36", "15/36"),
    (7, "0", "6/36", "6/36"),
    (8, "0", "5/36", "5/36"),
    (9, "0", "4/36", "4/36"),
    (10, "0", "3/36", "3/36"),
)
"""Tile; chance of a roll that flips it by IND, by SUM, and in all. (Where the text compares tiles 1
to 6 with 7 to 10 it means this table, though it says Table 3.)"""

ALWAYS_FORCED: tuple[Tiles, ...] = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (6, 6))
ALWAYS_IND: tuple[Tiles, ...] = ((1, 2), (1, 3))

EXAMPLE_3: tuple[tuple[Tiles, str], ...] = (
    ((1, 6, 7), "IND"),
    ((1, 2, 6, 7), "SUM"),
    ((1, 3, 6, 7), "SUM"),
    ((1, 2, 3, 6, 7), "SUM"),
    ((1, 4, 6, 7), "IND"),
)
"""The best play of the roll 1,6."""

TABLE_3A: tuple[tuple[Tiles, Tiles, str, Tiles], ...] = (
    ((1, 2, 3), (1, 2), "(always IND or does not matter)", ()),
    ((1, 3, 4), (1, 3), "(always IND)", ()),
    ((1, 4, 5), (1, 4), "2, 3, or 6", (2, 3, 6)),
    ((1, 5, 6), (1, 5), "2, 4, or 8", (2, 4, 8)),
    ((1, 6, 7), (1, 6), "2", (2,)),
    ((2, 3, 5), (2, 3), "1 or 4", (1, 4)),
    ((2, 4, 6), (2, 4), "1, 5, 7, or 10", (1, 5, 7, 10)),
    ((2, 5, 7), (2, 5), "1", (1,)),
    ((2, 6, 8), (2, 6), "3", (3,)),
    ((3, 4, 7), (3, 4), "2", (2,)),
    ((3, 5, 8), (3, 5), "4", (4,)),
    ((3, 6, 9), (3, 6), "5", (5,)),
    ((4, 5, 9), (4, 5), "6", (6,)),
    ((4, 6, 10), (4, 6), "7", (7,)),
)
"""Tiles up, roll (always IND), and the tiles said to turn it to SUM, as printed and as numbers."""

EXCEPTION = (1, 2)
"""The roll whose own board, {1,2,3}, the text below Table 4 excludes, before its proof: there IND and
SUM are said to be equal."""

TABLE_3B: tuple[tuple[Tiles, Tiles, int], ...] = (
    ((4, 6, 10), (4, 6), 8),
    ((4, 6, 10), (4, 6), 9),
    ((1, 2, 3, 4, 5, 7, 9), (2, 3), 10),
)
"""Tiles up, roll (IND), the tile that turns it to SUM. Headed "other boards", though {4,6,10} is one of
the boards of Table 3a."""

TABLE_4: tuple[tuple[Tiles, Tiles, int], ...] = (
    ((1, 2, 4, 6, 7, 8), (1, 6), 10),
    ((1, 2, 4, 5, 6, 7, 8, 10), (1, 4), 9),
    ((3, 4, 5, 6, 7, 10), (3, 4), 8),
    ((1, 2, 4, 5, 6, 8, 9, 10), (1, 5), 7),
    ((1, 2, 3, 4, 5, 7, 9), (1, 4), 6),
    ((1, 2, 3, 4, 6, 7, 8, 9, 10), (2, 4), 5),
    ((1, 2, 6, 7, 8, 10), (1, 6), 4),
    ((1, 2, 6, 7, 8), (1, 6), 3),
    ((1, 4, 6, 7), (1, 6), 2),
)
"""Tiles up, roll (SUM), the tile that turns it to IND."""

TABLE_5 = (
    ("worst", "Anti-optimal", ".0011"),
    ("ind", "Always play IND", ".0016"),
    ("random", "Random", ".0017"),
    ("sum", "Always play SUM", ".0019"),
    ("heuristic", "Heuristic", ".0029"),
    ("optimal", "Optimal", ".0030"),
)
"""Our name of the strategy, theirs, and its chance to win."""

IMPROVEMENTS = (
    ("optimal", "worst", "172%"),
    ("optimal", "random", "76%"),
    ("heuristic", "worst", "163%"),
    ("heuristic", "random", "71%"),
)
"""How much better the first strategy is said to be than the second."""
