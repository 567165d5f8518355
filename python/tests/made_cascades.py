"""Small cascades of every kind that OpenCV loads, made of random features, as XML."""

import random
from collections.abc import Callable
from dataclasses import dataclass

Shape = tuple[int, int]
Numbers = tuple[float, ...]
HEAD = '<?xml version="1.0"?>\n'


@dataclass(frozen=True)
class Kind:
    """What a cascade is made of."""

    name: str
    is_haar: bool = True
    is_tilted: bool = False
    nodes: int = 1
    is_old: bool = False

    def __str__(self) -> str:
        return self.name


KINDS = [
    Kind("haar-stumps"),
    Kind("haar-trees", nodes=3),
    Kind("tilted-stumps", is_tilted=True),
    Kind("tilted-trees", is_tilted=True, nodes=2),
    Kind("lbp-stumps", is_haar=False),
    Kind("lbp-trees", is_haar=False, nodes=3),
    Kind("old-stumps", is_old=True),
    Kind("old-trees", nodes=2, is_old=True),
    Kind("old-tilted", is_tilted=True, nodes=2, is_old=True),
]
SQUARES: list[Shape] = [(20, 20), (24, 24), (15, 15), (12, 12)]
SHAPES: list[Shape] = [*SQUARES, (25, 15), (35, 16), (52, 13), (18, 15), (14, 28), (45, 11)]


def written(numbers: Numbers) -> str:
    return " ".join(f"{number:.8g}" if number != int(number) else f"{int(number)}" for number in numbers)


def rectangle(shape: Shape, is_tilted: bool, chance: random.Random) -> Numbers:
    width, height = shape
    if not is_tilted:
        w, h = chance.randint(1, width), chance.randint(1, height)
        return chance.randint(0, width - w), chance.randint(0, height - h), w, h
    w = chance.randint(1, min(width, height) // 2)
    h = chance.randint(1, min(width, height) - w)
    return chance.randint(h, width - w), chance.randint(0, height - w - h), w, h


def haar_feature(shape: Shape, is_tilted: bool, chance: random.Random) -> str:
    """A rectangle and a half of it of twice the opposite weight, as trainers draw them, and sometimes another one."""
    x, y, w, h = rectangle(shape, is_tilted, chance)
    rects: list[Numbers] = [(x, y, w, h, -1.0), (x, y, w, max(1, h // 2), 2.0)]
    if chance.random() < 0.3:
        rects.append((*rectangle(shape, is_tilted, chance), 0.5))
    items = "".join(f"<_>{written(rect)}{'' if rect[4] == 0.5 else '.'}</_>" for rect in rects)
    return f"<rects>{items}</rects>\n<tilted>{int(is_tilted)}</tilted>"


def lbp_feature(shape: Shape, chance: random.Random) -> str:
    w, h = chance.randint(1, shape[0] // 3), chance.randint(1, shape[1] // 3)
    return f"<rect>{chance.randint(0, shape[0] - 3 * w)} {chance.randint(0, shape[1] - 3 * h)} {w} {h}</rect>"


def threshold(chance: random.Random) -> float:
    return chance.randint(-200, 200) / 4096


def leaf(chance: random.Random) -> float:
    return chance.randint(-64, 64) / 64


def children(node: int, nodes: int) -> tuple[int | None, int | None]:
    """Nodes of a tree lie one below the other, to either side in turn; None is a leaf."""
    following = node + 1 if node + 1 < nodes else None
    return (following, None) if node % 2 else (None, following)


def new_tree(kind: Kind, first_feature: int, chance: random.Random) -> str:
    numbers: list[float] = []
    leaves: list[float] = []

    def child(place: int | None) -> int:
        if place is not None:
            return place
        leaves.append(leaf(chance))
        return 1 - len(leaves)

    for node in range(kind.nodes):
        left, right = children(node, kind.nodes)
        numbers += [child(left), child(right), first_feature + node]
        numbers += [threshold(chance)] if kind.is_haar else [chance.randint(-(2**31), 2**31 - 1) for _ in range(8)]
    return (
        f"<_>\n<internalNodes>\n{written(tuple(numbers))}</internalNodes>\n"
        f"<leafValues>\n{written(tuple(leaves))}</leafValues></_>\n"
    )


def new_cascade(kind: Kind, shape: Shape, stages: int, trees: int, chance: random.Random) -> str:
    count = stages * trees * kind.nodes
    all_stages = ""
    for stage in range(stages):
        weak = "".join(new_tree(kind, (stage * trees + tree) * kind.nodes, chance) for tree in range(trees))
        all_stages += (
            f"<_>\n<maxWeakCount>{trees}</maxWeakCount>\n<stageThreshold>1.25e-01</stageThreshold>\n"
            f"<weakClassifiers>\n{weak}</weakClassifiers></_>\n"
        )
    features = ""
    for _ in range(count):
        feature = haar_feature(shape, kind.is_tilted, chance) if kind.is_haar else lbp_feature(shape, chance)
        features += f"<_>\n{feature}</_>\n"
    return (
        f"<opencv_storage>\n<cascade>\n  <stageType>BOOST</stageType>\n"
        f"  <featureType>{'HAAR' if kind.is_haar else 'LBP'}</featureType>\n"
        f"  <height>{shape[1]}</height>\n  <width>{shape[0]}</width>\n"
        f"  <stageParams>\n    <maxWeakCount>{trees}</maxWeakCount></stageParams>\n"
        f"  <featureParams>\n    <maxCatCount>{0 if kind.is_haar else 256}</maxCatCount></featureParams>\n"
        f"  <stageNum>{stages}</stageNum>\n  <stages>\n{all_stages}</stages>\n"
        f"  <features>\n{features}</features></cascade>\n</opencv_storage>\n"
    )


def old_tree(kind: Kind, shape: Shape, chance: random.Random) -> str:
    text = "<_>\n"
    for node in range(kind.nodes):
        text += f"<_>\n<feature>{haar_feature(shape, kind.is_tilted, chance)}</feature>\n"
        text += f"<threshold>{threshold(chance):.8g}</threshold>\n"
        for side, place in zip(("left", "right"), children(node, kind.nodes)):
            child, value = ("val", f"{leaf(chance):.8g}") if place is None else ("node", str(place))
            text += f"<{side}_{child}>{value}</{side}_{child}>\n"
        text += "</_>\n"
    return text + "</_>\n"


def old_cascade(kind: Kind, shape: Shape, stages: int, trees: int, chance: random.Random) -> str:
    all_stages = ""
    for stage in range(stages):
        weak = "".join(old_tree(kind, shape, chance) for _ in range(trees))
        all_stages += (
            f"<_>\n<!-- stage {stage} -->\n<trees>\n{weak}</trees>\n<stage_threshold>0.125</stage_threshold>\n"
            f"<parent>{stage - 1}</parent>\n<next>-1</next></_>\n"
        )
    return (
        '<opencv_storage>\n<made_cascade type_id="opencv-haar-classifier">\n'
        f"  <size>\n    {shape[0]} {shape[1]}</size>\n"
        f"  <stages>\n{all_stages}</stages></made_cascade>\n</opencv_storage>\n"
    )


def cascade(kind: Kind, shape: Shape, seed: int = 1, stages: int = 3, trees: int = 3) -> str:
    """The XML of a cascade of which every stage passes a part of the windows."""
    make: Callable[[Kind, Shape, int, int, random.Random], str] = old_cascade if kind.is_old else new_cascade
    return HEAD + make(kind, shape, stages, trees, random.Random(f"{kind.name} {shape} {seed}"))
