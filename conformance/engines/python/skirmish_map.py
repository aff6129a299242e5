"""The map of skirmish: tiles, halves, distances and ways."""

from collections import deque

# where a neighbour of a tile may be, however distances are measured
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Map:
    def __init__(self, given, rules):
        self.rows, self.effects, self.rules = given["rows"], given.get("effects") or {}, rules

    def tiles(self):
        """All tiles, row by row."""
        return [(column, row) for row, signs in enumerate(self.rows) for column in range(len(signs))]

    def free(self, tile):
        """Whether there is such a tile, and it is not blocked."""
        column, row = tile
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]) and self.rows[row][column] != "#"

    def effect(self, tile):
        """The effect that a tile gives."""
        return self.effects.get(self.rows[tile[1]][tile[0]])

    def in_half(self, tile, first):
        """Whether a tile is in the half of the starting player, or of the other one (skirmish.map.halves)."""
        if self.rules("half-means", "nothing"):
            return True
        by_columns = self.rules("halves-divide", "columns")
        half, rest = divmod(len(self.rows[0]) if by_columns else len(self.rows), 2)
        place = tile[0] if by_columns else tile[1]
        if rest and place == half:
            return self.rules("middle-row", "both")
        return (place < half) == (first == self.rules("halves", "first-rows"))

    def distance(self, one, other):
        """The steps between two tiles, be they blocked or not (skirmish.map.distance)."""
        across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
        if self.rules("distance", "diagonal"):
            return max(across, down)
        if self.rules("distance", "hexagonal"):
            across = abs(axial(one) - axial(other))
            return max(across, down, abs(axial(one) + one[1] - axial(other) - other[1]))
        return across + down

    def beside(self, tile):
        """The tiles to which a step of a way may lead, blocked or not."""
        around = [(tile[0] + right, tile[1] + down) for right, down in AROUND]
        return [near for near in around if self.distance(tile, near) == 1 and not self.cornered(tile, near)]

    def cornered(self, tile, near):
        """Whether a step is diagonal and leads between two blocked tiles, but must not (skirmish.rulings.corners)."""
        if not self.rules("distance", "diagonal") or self.rules("corners", "may"):
            return False
        corners = (tile[0], near[1]), (near[0], tile[1])
        return tile[0] != near[0] and tile[1] != near[1] and not any(self.free(corner) for corner in corners)

    def way(self, start, end, passable):
        """The length of the shortest way over tiles that may be passed to one that may; None if there is none."""
        found, waiting = {start: 0}, deque([start])
        while waiting:
            tile = waiting.popleft()
            if tile == end:
                return found[tile]
            for near in self.beside(tile):
                if near not in found and self.free(near) and (passable(near) or near == end):
                    found[near] = found[tile] + 1
                    waiting.append(near)
        return None

    def line(self, one, other):
        """Whether a shortest way of two tiles is not blocked (skirmish.rulings.reach-line)."""
        return self.way(one, other, lambda tile: True) == self.distance(one, other)


def axial(tile):
    """Every second row is moved by half a tile to the right."""
    return tile[0] - (tile[1] - tile[1] % 2) // 2
