"""Results as rows of a table: for pandas and for CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

Row = Mapping[str, Any]

DETECTION_COLUMNS = ("input", "width", "height", "x", "y", "w", "h", "score", "probability", "label")
TRACK_COLUMNS = ("track", "seen")
LANDMARK_COLUMNS = ("lex", "ley", "rex", "rey", "nosex", "nosey", "lmx", "lmy", "rmx", "rmy", "yaw", "roll")
LABEL_COLUMNS = ("input", "label", "score", "probability", "second", "second_score")
WORD_COLUMNS = ("input", "block", "line", "word", "x", "y", "w", "h", "confidence", "text")
_ERROR = "error"


def csv_text(rows: Iterable[Row], columns: Sequence[str]) -> str:
    """Rows below the names of their columns, as RFC 4180 has them, with lines that end in LF. What a row lacks is empty."""
    text = io.StringIO()
    table = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def frame(rows: Iterable[Row], columns: Sequence[str]) -> "pandas.DataFrame":
    """The same as a table of pandas, which must be installed."""
    import pandas

    return pandas.DataFrame(list(rows), columns=list(columns))


def rows_of(record: Row) -> Iterator[Row]:
    """The rows of a record of the program: one for each detection or word, one for a label, at least one."""
    if _ERROR in record:
        yield {"input": record["input"], _ERROR: record[_ERROR]}
    elif "detections" in record:
        yield from _detection_rows(record)
    elif "blocks" in record:
        yield from _word_rows(record)
    else:
        yield _label_row(record)


def columns_of(records: Sequence[Row]) -> Sequence[str]:
    """The columns of the rows of such records, the last one for what went wrong where something did."""
    errors = (_ERROR,) if any(_ERROR in record for record in records) else ()
    detections = [detection for record in records for detection in record.get("detections", ())]
    landmarks = LANDMARK_COLUMNS if any("landmarks" in detection for detection in detections) else ()
    tracks = TRACK_COLUMNS if any("track" in detection for detection in detections) else ()
    if landmarks or tracks:
        return (*DETECTION_COLUMNS, *landmarks, *tracks, *errors)
    for key, columns in (("detections", DETECTION_COLUMNS), ("blocks", WORD_COLUMNS), ("label", LABEL_COLUMNS)):
        if any(key in record for record in records):
            return (*columns, *errors)
    return ("input", *errors)


def _detection_rows(record: Row) -> Iterator[Row]:
    image = {name: record[name] for name in ("input", "width", "height")}
    for detection in record["detections"] or [{}]:
        seen = {"seen": str(detection.get("seen", True)).lower()} if "track" in detection else {}
        yield {**image, **detection, **landmark_cells(detection), **seen}


def landmark_cells(detection: Row) -> Row:
    """The landmarks and the pose of a detection under the names of LANDMARK_COLUMNS, as far as they are known."""
    places = [number for place in detection.get("landmarks", ()) for number in place]
    return {**dict(zip(LANDMARK_COLUMNS, places)), **detection.get("pose", {})}


def _label_row(record: Row) -> Row:
    second = record["top"][1:2]
    runner_up = {"second": second[0][0], "second_score": second[0][1]} if second else {}
    return {**record, **runner_up}


def _word_rows(record: Row) -> Iterator[Row]:
    words = [
        {"input": record["input"], "block": block_number, "line": line_number, "word": word_number, **word}
        for block_number, block in enumerate(record["blocks"])
        for line_number, line in enumerate(block["lines"])
        for word_number, word in enumerate(line["words"])
    ]
    yield from words or [{"input": record["input"]}]
