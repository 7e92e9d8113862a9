"""The three ways in which a move can fail, and arguments of the wrong type."""

from reprlib import repr as shown  # a value on one short line, whatever it is


class MoveError(ValueError):
    """A move that was not played; nothing has changed."""


class NotAMove(MoveError):
    """The text or data does not describe a move at all."""


class IllegalMove(MoveError):
    """A move that the rules forbid now; `rule` is the section of docs/rules.md that does."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} (rule {rule})")
        self.rule = rule
        self.message = message

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[str, str]]:
        return (IllegalMove, (self.rule, self.message))


class TooLate(MoveError):
    """A move for a moment that has passed: another seat is to move, or the game is over."""

    def __init__(self, message: str, rule: str = "3.1") -> None:
        super().__init__(message)
        self.rule = rule  # 3.1: order is by seat


def wrong_type(name: str, value: object, needed: str) -> TypeError:
    """Return the error for an argument that a caller got wrong.

    >>> wrong_type("seed", "x", "a whole number")
    TypeError("seed is 'x', not a whole number")
    """
    return TypeError(f"{name} is {shown(value)}, not {needed}")
