"""The exceptions of Ocelli: one family, each with its kind, its message and its place."""


class Error(Exception):
    """What went wrong.

    kind     usage, input, image, model, training, output or canceled
    message  what is wrong and what to do
    where    the file, "file:line" or option concerned; may be empty
    """

    kind = ""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type["Error"], tuple[str, str]]:
        return type(self), (self.message, self.where)


class UsageError(Error, ValueError):
    """An invalid option or argument."""

    kind = "usage"


class InputError(Error, ValueError):
    """A data file, annotation or stream cannot be read or is malformed."""

    kind = "input"


class ImageError(Error, ValueError):
    """An array is no image that the operation accepts: its type, its shape or its size."""

    kind = "image"


class ModelError(Error, ValueError):
    """A model or checkpoint file is damaged, of another kind or of another version."""

    kind = "model"


class TrainingError(Error, ValueError):
    """The data do not allow the requested training."""

    kind = "training"


class OutputError(Error):
    """A result cannot be written."""

    kind = "output"


class Canceled(Error):
    """The work was stopped before its end."""

    kind = "canceled"


_KINDS: dict[str, type[Error]] = {
    error.kind: error
    for error in (UsageError, InputError, ImageError, ModelError, TrainingError, OutputError, Canceled)
}


def error_of(kind: str, message: str, where: str) -> Error:
    """The exception of a kind, for the compiled part."""
    return _KINDS[kind](message, where)
