"""What Crocce and Mordecki print in "A finite exact algorithm to solve a dice game" (2014).

Only their figures stand here, as far as the scan can be read; nothing is computed, and nothing here
is used to compute. Configurations are written `f o t`: fives, ones, and the face of a tern.
"""

from __future__ import annotations

TABLE_1 = (
    ("each 5", "5", "50", "1"),
    ("each 1", "1", "100", "2"),
    ("three 2s", "222", "200", "4"),
    ("three 3s", "333", "300", "6"),
    ("three 4s", "444", "400", "8"),
    ("three 5s", "555", "500", "10"),
    ("three 6s", "666", "600", "12"),
    ("three 1s", "111", "1000", "20"),
)
"""Combination, its dice, points, chips."""

TABLE_2 = (
    ("s = 0, d = 0, c = 0", "stop"),
    ("s > 0, d = n", "stop / roll 5"),
    ("s > 0, d < n, c = 1", "stop / roll n - d(i)"),
    ("s > 0, d < n, c > 1", "stop / roll n - d(i) / roll n - d(j), j < i"),
)
"""What may be done after rolling n dice."""

TABLE_3 = (
    ("s", "stop"),
    ("r", "roll all the non-scoring dice"),
    ("m5", "resign 5"),
    ("m1", "resign 1"),
    ("m55", "resign 55"),
    ("m51", "resign 51"),
    ("m11", "resign 11"),
    ("m551", "resign 551"),
    ("m511", "resign 511"),
    ("mt1", "resign 111"),
    ("mt2", "resign 222"),
    ("mt3", "resign 333"),
    ("mt4", "resign 444"),
    ("mt5", "resign 555"),
    ("mt6", "resign 666"),
)
"""The actions; "resign two 5 and one 1" is written "resign 551" here."""

NEVER_OPTIMAL = ("m11", "m551", "m511", "mt1", "mt2", "mt3", "mt4", "mt5", "mt6")

TABLE_4 = (
    ("stop-roll", "2", "5.5763262782"),
    ("m5", "3", "5.8012180037"),
    ("m5-m1", "4", "5.8153340639"),
    ("m5-m1-m55", "5", "5.8707484326"),
    ("m5-m1-m55-m51", "6", "5.8720189185"),
    ("all", "15", "5.8720189185"),
)
"""Moves permitted besides stop and roll, number of actions, value in chips."""

TABLE_5 = """
0 0 0  0 ? 0    4 16 60 204 600
1 0 0  1 1 1    1 8 48 240 1020
0 1 0  1 1 2    1 8 48 240 1020
2 0 0  2 2 2    _ 1 12 96 600
1 1 0  2 2 3    _ 2 24 192 1200
0 2 0  2 2 4    _ 1 12 96 600
3 0 0  3 3 10   _ _ 1 16 160
2 1 0  3 3 4    _ _ 3 48 480
1 2 0  3 3 5    _ _ 3 48 480
0 3 0  3 3 20   _ _ 1 16 160
0 0 2  3 1 4    _ _ 1 13 106
0 0 3  3 1 6    _ _ 1 13 106
0 0 4  3 1 8    _ _ 1 13 106
0 0 6  3 1 12   _ _ 1 13 106
4 0 0  4 4 11   _ _ _ 1 20
3 1 0  4 4 12   _ _ _ 4 80
2 2 0  4 4 6    _ _ _ 6 120
1 3 0  4 4 21   _ _ _ 4 80
0 4 0  4 4 22   _ _ _ 1 20
1 0 2  4 2 5    _ _ _ 4 65
1 0 3  4 2 7    _ _ _ 4 65
1 0 4  4 2 9    _ _ _ 4 65
1 0 6  4 2 13   _ _ _ 4 65
0 1 2  4 2 6    _ _ _ 4 65
0 1 3  4 2 8    _ _ _ 4 65
0 1 4  4 2 10   _ _ _ 4 65
0 1 6  4 2 14   _ _ _ 4 65
5 0 0  5 5 12   _ _ _ _ 1
4 1 0  5 5 13   _ _ _ _ 5
3 2 0  5 5 14   _ _ _ _ 10
2 3 0  5 5 22   _ _ _ _ 10
1 4 0  5 5 23   _ _ _ _ 5
0 5 0  5 5 24   _ _ _ _ 1
2 0 2  5 3 6    _ _ _ _ 10
2 0 3  5 3 8    _ _ _ _ 10
2 0 4  5 3 10   _ _ _ _ 10
2 0 6  5 3 14   _ _ _ _ 10
1 1 2  5 3 7    _ _ _ _ 20
1 1 3  5 3 9    _ _ _ _ 20
1 1 4  5 3 11   _ _ _ _ 20
1 1 6  5 3 15   _ _ _ _ 20
0 2 2  5 3 8    _ _ _ _ 10
0 2 3  5 3 10   _ _ _ _ 10
0 2 4  5 3 10   _ _ _ _ 10
0 2 6  5 3 16   _ _ _ _ 10
"""
"""Configuration; scoring dice (once for a group of rows), combinations, score; f(1, i) to f(5, i).

_ is a blank, ? cannot be read (the heading c(i) has run into the cell below it). From [0,4,0] on the
scan often joins a row with the one above it: such a line names two configurations, the upper one a
second time, and shows the numbers of the lower one, or of both, upper first. So read, every row is
there once. The last line, "0, 2, 0" with a J, is a second reading of [0,2,6].
"""

TABLE_6_COLUMNS = (
    ("n=5", "r"),
    ("n=4", "r"),
    ("n=3 [2,0,0] [1,1,0]", "m5"),
    ("n=3 [0,2,0]", "m1"),
    ("n=3 other", "r"),
    ("n=2 [2,1,0]", "m55"),
    ("n=2 [1,2,0]", "m51"),
    ("n=2 [2,0,0] [1,1,0]", "r"),
)
"""The columns of Table 6 and the action in the last line of each."""

TABLE_6 = """
0  5.8721 -      -      -     -     -     -     -
1  6.607  4.338  -      -     -     -     -     -
2  7.355  5.021  4.338  -     3.447 -     -     -
3  8.107  5.743  5.021  -     4.123 -     -     3.447
4  8.883  6.476  5.743  5.021 4.837 5.021 -     4.123
5  9.713  7.212  6.476  5.743 5.552 5.743 5.021 _
6  10.553 8.001  7.212  6.476 6.266 6.476 _     _
7  11.394 8.840  8.001  7.212 _     7.212 _     _
8  12.235 9.679  8.840  8.001 _     8.001 _     _
9  13.077 10.517 9.679  _     _     _     _     _
10 13.918 11.357 10.517 _     _     _     _     _
11 14.779 12.196 11.357 _     _     _     _     _
12 15.655 13.035 12.196 _     _     _     _     _
13 16.534 13.875 13.035 _     _     _     _     _
14 17.413 14.715 _      _     _     _     _     _
15 18.291 15.554 _      _     _     _     _     _
16 19.170 16.394 _      _     _     _     _     _
17 20.060 17.234 _      _     _     _     _     _
18 20.972 18.073 _      _     _     _     _     _
"""
"""Chips, then the columns: - is said to be unreachable, _ is a blank (the best action is to stop).
From 19 to 27 chips only the first column has a value, and from 28 on only it is printed."""

TABLE_6_ONE_COLUMN = """
21.893 22.814 23.734 24.655 25.576 26.497 27.418 28.339 29.260
30.181 31.102 32.022 32.943 33.864 34.785 35.706 36.627 37.548 38.469
39.390 40.312 41.233 42.154 43.075 43.997 44.919 45.840 46.762 47.684
48.607 49.529 50.452 51.375 52.298 53.221 54.144 55.066
"""
"""The column n = 5 from 19 to 55 chips."""

TABLE_6_LAST_FULL_LINE = 27
"""The last line that has all eight columns."""
