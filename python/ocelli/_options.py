"""The options of all functions with their types.

Written by scripts/write-python-options from the tables of the compiled part: edit those, not this file.
"""

import os
from collections.abc import Sequence
from typing import Literal, TypedDict


class DetectOptions(TypedDict, total=False):
    """Of ocelli.Detector."""

    min_size: int | str | Literal["auto"] | None
    """Minimum size of objects: a width, or width and height as 60x15, at least half of the training window of
    the model (auto: the training window). Values: source pixels, at least 0, or auto. Default: 'auto'."""
    max_size: int | str | Literal["none"] | None
    """Maximum size of objects, in the same form (none: the whole image); if equal to --min-size, all objects
    have this size. Values: source pixels, at least 0, or none. Default: 'none'."""
    scale_step: float | None
    """Ratio of successive window sizes. Values: from 1.01 to 10. Default: 1.1."""
    stride: int | None
    """Step of the coarse grid of windows. Values: pixels of the scaled image, from 1 to 64. Default: 2."""
    scale_stride: int | Literal["auto"] | None
    """Window sizes per step of the coarse grid; sizes in between are scanned only near windows that pass
    (auto: the largest step with a ratio of at most 1.22, 1 with --stride 1; with a verifier, the sizes in
    between are never scanned). Values: window sizes, from 1 to 64, or auto. Default: 'auto'."""
    overhang: float | Literal["auto"] | None
    """Maximum share of the width or height of an object that may lie outside the image (auto: 0.3 with a
    verifier, otherwise 0). Values: from 0 to 0.45, or auto. Default: 'auto'."""
    overlap: float | None
    """Minimum intersection over union of windows on the same object. Values: from 0.15 to 1. Default: 0.3."""
    containment: float | None
    """Drop detections that share this much of the smaller box with a higher-scoring one (1: none). Values:
    above 0 and at most 1. Default: 0.4."""
    min_neighbors: int | None
    """Drop groups of fewer windows. Values: at least 1. Default: 3."""
    min_score: float | Literal["auto"] | None
    """Drop detections with a lower score (auto: the operating point of the model). Values: auto. Default:
    'auto'."""
    like: Literal["ocelli", "opencv"] | None
    """How windows are grouped: as ocelli does, or opencv: the same rectangles as OpenCV's detectMultiScale
    (OpenCV cascades only). Values: ocelli or opencv. Default: 'ocelli'."""
    rotation: Literal["0", "30", "quarter", "any"] | None
    """Rotations of objects in the image plane: 0 (upright), 30 (also tilted by 30 degrees to either side),
    quarter (also turned by 90, 180 and 270 degrees) or any. Values: 0, 30, quarter or any. Default: '0'."""


class TrackerOptions(DetectOptions, total=False):
    """Of ocelli.Tracker."""

    every: int | None
    """Search every n-th frame and follow the objects in between. Values: from 1 to 1000. Default: 1."""
    track_faint: float | None
    """Detections whose score is at most this much below the minimum score continue a track, but start none.
    Values: from 0 to 100. Default: 2.0."""
    track_gap: int | None
    """Frames without a detection after which a track ends. Values: frames, from 0 to 10000. Default: 30."""
    track_confirm: int | None
    """Detections that a track needs; shorter tracks are dropped. Values: from 1 to 1000. Default: 2."""
    track_extension: int | None
    """Frames for which a track continues before its first and after its last detection. Values: frames, from
    0 to 1000. Default: 0."""


class Limits(TypedDict, total=False):
    """On each input."""

    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""


class ReadingOptions(TypedDict, total=False):
    """Of reading a page."""

    charset: str | os.PathLike[str] | None
    """Characters to read, e.g. 0123456789 (default: all of the model)."""
    deskew: bool | None
    """Measure and correct the skew of pages. Default: True."""
    auto_rotate: bool | None
    """Detect pages that are upside down or sideways and rotate them. Default: True."""
    layout: Literal["auto", "column", "block", "line", "word", "sparse"] | None
    """Arrangement of the text on the page or in each zone (auto finds columns and tables, sparse expects
    separate pieces of text, the others one column, block, upright line or upright word). Values: auto,
    column, block, line, word or sparse. Default: 'auto'."""
    tables: bool | None
    """Find the tables of pages and their cells. Default: False."""
    correction: bool | None
    """Change a word that is not listed to a listed one that looks the same. Default: True."""


class ReadFilesOptions(TypedDict, total=False):
    """Of reading files."""

    charset: str | os.PathLike[str] | None
    """Characters to read, e.g. 0123456789 (default: all of the model)."""
    deskew: bool | None
    """Measure and correct the skew of pages. Default: True."""
    auto_rotate: bool | None
    """Detect pages that are upside down or sideways and rotate them. Default: True."""
    layout: Literal["auto", "column", "block", "line", "word", "sparse"] | None
    """Arrangement of the text on the page or in each zone (auto finds columns and tables, sparse expects
    separate pieces of text, the others one column, block, upright line or upright word). Values: auto,
    column, block, line, word or sparse. Default: 'auto'."""
    tables: bool | None
    """Find the tables of pages and their cells. Default: False."""
    correction: bool | None
    """Change a word that is not listed to a listed one that looks the same. Default: True."""
    existing_text: Literal["skip", "redo", "keep", "force"] | None
    """Treatment of PDF pages that contain text (skip does not read them, redo removes invisible text and
    reads what has no visible text, keep reads what has no text, force reads the page as a picture, which
    replaces it). Values: skip, redo, keep or force. Default: 'skip'."""
    password: str | os.PathLike[str] | None
    """Password of encrypted PDF files."""
    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""


class DetectorTrainingOptions(TypedDict, total=False):
    """Of ocelli.train_detector()."""

    for_: Literal["ocelli", "opencv"] | Literal["auto"] | None
    """What runs the detector: ocelli, or opencv, which loads the XML file written; auto: opencv for an output
    named .xml, otherwise ocelli. Values: ocelli, opencv or auto. Default: 'auto'."""
    width: int | None
    """Width of the training window. Values: pixels, from 4 to 128. Default: 20."""
    height: int | Literal["auto"] | None
    """Height of the training window (auto: from the aspect ratio of the median box). Values: pixels, from 4
    to 128, or auto. Default: 'auto'."""
    shapes: int | Literal["auto"] | None
    """Number of shapes of objects, found by clustering the aspect ratios of their boxes (auto: 1 unless these
    differ much). Values: from 1 to 5, or auto. Default: 'auto'."""
    validation: float | Literal["auto"] | None
    """Share of the positive images held out to set thresholds (auto: 0.15, more of few images). Values: above
    0 and at most 0.9, or auto. Default: 'auto'."""
    held_out: float | Literal["auto"] | None
    """Share of the negative images held out to set the operating point (auto: 0.15, at most 200 images, none
    of fewer than 10). Values: from 0 to 0.9, or auto. Default: 'auto'."""
    false_alarms_per_image: float | None
    """Maximum false alarms per held-out image at the operating point (more if fewer than half of the held-out
    objects would be found). Values: at least 0. Default: 0.1."""
    mirror: bool | Literal["yes", "no"] | Literal["auto"] | None
    """Mirror every second augmented sample: yes, no, or auto: from the data. Values: yes, no or auto.
    Default: 'auto'."""
    negative_views: int | None
    """Orientations of each negative image to mine, mirrored and rotated. Values: from 1 to 8. Default: 1."""
    surroundings: bool | None
    """Also mine the surroundings of objects in positive images (all objects in them must be annotated).
    Default: False."""
    landmarks: bool | Literal["no", "yes", "only"] | Literal["auto"] | None
    """Also learn to place eyes, nose and mouth: yes, no, only (add them to the detector of --cascade), or
    auto: if at least 100 annotated faces have them. Values: no, yes, only or auto. Default: 'auto'."""
    samples_per_object: int | Literal["auto"] | None
    """Number of samples per object: the original and augmented copies (auto: from the data). Values: from 1
    to 1000, or auto. Default: 'auto'."""
    shift: float | None
    """Maximum shift of an augmented sample. Values: widths of the window, from 0 to 0.5. Default: 0.02."""
    scale: float | None
    """Maximum relative change of the scale of an augmented sample. Values: from 0 to 1. Default: 0.04."""
    rotation: float | None
    """Maximum rotation of an augmented sample. Values: degrees, from 0 to 180. Default: 6.0."""
    shade: float | None
    """Maximum brightness gradient across an augmented sample, as a share of its gray levels. Values: from 0
    to 1. Default: 0.0."""
    tone: float | None
    """Maximum change of the gamma of an augmented sample (gamma from exp(-tone) to exp(tone)). Values: from 0
    to 2. Default: 0.0."""
    noise: float | None
    """Maximum standard deviation of the noise that is added to an augmented sample. Values: gray levels, from
    0 to 100. Default: 0.0."""
    label: str | os.PathLike[str] | None
    """Name of the object. Default: 'object'."""
    stages: int | None
    """Maximum number of stages. Values: from 1 to 200. Default: 15."""
    min_hit_rate: float | Literal["auto"] | None
    """Minimum share of the objects that each stage keeps (auto: from the data). Values: above 0.5 and at most
    1, or auto. Default: 'auto'."""
    max_false_alarm_rate: float | None
    """Maximum share of the negatives that each stage passes. Values: above 0 and below 1. Default: 0.4."""
    cascade_false_alarm_rate: float | None
    """False alarm rate of the whole cascade at which training stops. Values: above 0 and below 1. Default:
    1e-07."""
    max_weak_count: int | Literal["auto"] | None
    """Maximum number of weak classifiers in a stage (auto: from the data). Values: from 1 to 10000, or auto.
    Default: 'auto'."""
    mined: int | Literal["auto"] | None
    """Negative windows mined for each stage, including a fifth for validation (auto: from the data). Values:
    from 200 to 10000000, or auto. Default: 'auto'."""
    features: int | Literal["auto"] | None
    """Haar features drawn at random for each stage (auto: from the data). Values: from 1 to 10000000, or
    auto. Default: 'auto'."""
    weight_trimming: float | None
    """Features are chosen on the windows with the largest weights, which together have this share of the
    total weight. Values: above 0 and at most 1. Default: 0.99."""
    backtrack: int | Literal["none"] | None
    """Maximum number of weak classifiers that FloatBoost removes after it adds one (none: RealBoost). Values:
    at least 1, or none. Default: 1000."""
    memory: int | None
    """Maximum memory for feature responses. Values: MiB, at least 16. Default: 4096."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    verifier_trees: int | Literal["auto"] | Literal["none"] | None
    """Number of trees of the verifier, which rescores detections (auto: none for fewer than 100 images with
    objects). Values: from 1 to 20000, or auto, or none. Default: 'auto'."""
    verifier_rounds: int | None
    """Rounds of negative mining for the verifier. Values: from 1 to 20. Default: 5."""
    verifier_degraded: float | None
    """Share of the training images of the verifier that are degraded as by newspaper print, scanners or dim
    light. Values: from 0 to 1. Default: 0.0."""
    verifier_truncation: float | None
    """Share of the object images of the verifier in which the image border truncates the object, by up to a
    third. Values: from 0 to 1. Default: 0.0."""
    verifier_occlusion: float | None
    """Share of the other object images of the verifier in which one side of the object is occluded, by up to
    a third. Values: from 0 to 1. Default: 0.0."""
    verifier_shrinkage: float | None
    """Learning rate of the trees of the verifier (a lower rate generalizes better, but needs more trees and
    time). Values: above 0 and at most 1. Default: 1.0."""
    verifier_network_passes: int | Literal["none"] | None
    """Training epochs of the convolutional network of the verifier, which rescores the detections that the
    trees accept (none: no network). Values: from 1 to 100, or none. Default: 'none'."""
    feature_kind: Literal["haar-basic", "haar-core", "haar-all", "lbp"] | None
    """Kind of features of a cascade for OpenCV (haar-all adds tilted features). Values: haar-basic,
    haar-core, haar-all or lbp. Default: 'haar-core'."""
    tree_depth: int | None
    """Depth of the trees of a cascade for OpenCV (1: stumps). Values: from 1 to 4. Default: 2."""
    synthesized: int | None
    """Number of samples synthesized from the image of --from-one. Values: from 10 to 100000. Default:
    1000."""
    x_angle: float | None
    """Maximum rotation of that image about the horizontal axis. Values: degrees, from 0 to 80. Default:
    30.0."""
    y_angle: float | None
    """Maximum rotation of that image about the vertical axis. Values: degrees, from 0 to 80. Default:
    30.0."""
    z_angle: float | None
    """Maximum rotation of that image in its plane. Values: degrees, from 0 to 180. Default: 15.0."""
    intensity_change: float | None
    """Maximum change of the brightness of that image. Values: gray levels, from 0 to 255. Default: 40.0."""
    invert: bool | Literal["no", "yes", "random"] | None
    """Invert that image: no, yes, or random, which inverts half of the samples. Values: no, yes or random.
    Default: 'no'."""
    transparent_level: int | Literal["none"] | None
    """Gray level of that image that is transparent. Values: gray levels, from 0 to 255, or none. Default:
    'none'."""
    transparent_range: int | None
    """Maximum difference from that level that is also transparent. Values: gray levels, from 0 to 255.
    Default: 10."""
    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""


class ClassifierTrainingOptions(TypedDict, total=False):
    """Of ocelli.train_classifier(): those of all algorithms."""

    width: int | Literal["auto"] | None
    """Width that images are scaled to (auto: the median, at most 256). Values: pixels, from 1 to 1024, or
    auto. Default: 'auto'."""
    height: int | Literal["auto"] | None
    """Height that images are scaled to (auto: the median, at most 256). Values: pixels, from 1 to 1024, or
    auto. Default: 'auto'."""
    tilt: float | Literal["none"] | None
    """Average the scores of an image and of its rotations by this angle both ways at run time. Values:
    degrees, above 0 and at most 90, or none. Default: 'none'."""
    class_weights: Literal["none", "balanced"] | None
    """Sample weights: none, or balanced (inversely proportional to the size of the class). Values: none or
    balanced. Default: 'none'."""
    weight_column: str | os.PathLike[str] | None
    """Column of a table (a name, or a number from 1) with the weight of each row in training, at least 0; not
    used as an input."""
    separator: Literal["auto", "comma", "semicolon", "tab", "bar", "blanks"] | None
    """Separator of the cells of a table: comma, semicolon, tab, bar, blanks, or auto: the one that gives most
    lines the same number of cells. Values: auto, comma, semicolon, tab, bar or blanks. Default: 'auto'."""
    header: bool | Literal["auto", "yes", "no"] | None
    """Whether the first line of a table names its columns: yes, no, or auto: if it holds no number, or
    differs from the lines below. Values: auto, yes or no. Default: 'auto'."""
    na_values: str | os.PathLike[str] | None
    """Texts that mean a missing value of a table (separated by commas) besides the usual ones, such as NA, ?,
    None and -."""
    label_column: str | os.PathLike[str] | None
    """The class column of a table: first, last, its name, or its number from 1. Default: 'last'."""
    ignore_columns: str | os.PathLike[str] | None
    """Columns of a table to ignore (names or numbers, separated by commas), besides those that only identify
    rows; none: not even those."""
    category_columns: str | os.PathLike[str] | None
    """Columns of a table that hold categories although these are numbers, such as codes (names or numbers,
    separated by commas)."""
    missing: Literal["median", "refuse"] | None
    """Replacement of a missing value of a table (an empty cell, NA, ? and the like): median: that of its
    column in training, or refuse: an error. Values: median or refuse. Default: 'median'."""
    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""
    time: float | None
    """Approximate time for choosing and training on a table, counted in operations, so that the model does
    not depend on the machine. Values: seconds, from 1 to 86400. Default: 60.0."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    features: str | os.PathLike[str] | None
    """Kind of features, or several kinds separated by commas; auto: the kind with the lowest validation
    error, for images templates or orientations. Values: auto, templates, linear, products, orientations,
    binary-patterns, colors, channel-templates, stumps, trees, balls or gaussians, or several separated by
    commas. Default: 'auto'."""
    templates: str | os.PathLike[str] | None
    """Templates to choose from, as SIDE:COUNT, several separated by commas (auto: 7:1000, together with other
    kinds 7:100,11:50). Default: 'auto'."""
    mask_sigma: float | None
    """Standard deviation of a place mask. Values: pixels, above 0. Default: 5.0."""
    channel_patches: int | None
    """Patches that channel templates are made of. Values: from 1 to 10000. Default: 200."""
    channels: str | os.PathLike[str] | None
    """Channels that channel templates use. Values: orientations, colors or binary-patterns, or several
    separated by commas. Default: 'orientations'."""
    rule: Literal["gradient", "line-search", "free-column"] | None
    """How the next feature is chosen: gradient, line-search or free-column. Values: gradient, line-search or
    free-column. Default: 'gradient'."""
    rounds: int | Literal["auto"] | None
    """Groups of features to choose (auto: depends on their kind). Values: from 1 to 100000, or auto. Default:
    'auto'."""
    patience: int | Literal["none"] | None
    """Stop early after this many rounds without fewer validation errors. Values: rounds, at least 1, or none.
    Default: 'none'."""
    frobenius: float | None
    """Strength of the L2 regularization of the weights. Values: at least 0. Default: 1e-05."""
    mixed_norm: float | None
    """Strength of the smooth L-infinity/L1 regularization of the weights. Values: at least 0. Default:
    0.0."""
    validation: float | None
    """Share of the samples held out to measure the error after each round. Values: at least 0 and below 1.
    Default: 0.0."""
    normalized_side: float | Literal["none"] | None
    """Scale the ink of each image to this size and center it. Values: pixels, from 4 to 1024, or none.
    Default: 'none'."""
    augmentation: int | None
    """Number of deformed copies of each training image to add. Values: at least 0. Default: 0."""
    elastic_alpha: float | None
    """Strength of the elastic displacements, 28 times their root mean square. Values: from 0 to 1000.
    Default: 20.0."""
    rotation: float | None
    """Maximum rotation. Values: degrees, from 0 to 180. Default: 10.0."""
    scale: float | None
    """Maximum relative change of the scale along each axis. Values: from 0 to 1. Default: 0.1."""
    shear: float | None
    """Maximum shear (horizontal shift per pixel of height). Values: from 0 to 1. Default: 0.1."""
    translation: float | None
    """Maximum shift along each axis. Values: pixels of a 28 x 28 image, from 0 to 100. Default: 1.0."""
    stretch: float | None
    """Share of the copies whose drawing is stretched toward a square, as other sources of characters
    normalize it. Values: from 0 to 1. Default: 0.0."""
    stroke: float | None
    """Maximum change of the radius of strokes, which become thicker in half of the copies and thinner in the
    other half. Values: pixels of a 28 x 28 image, from 0 to 10. Default: 0.0."""
    growth: float | Literal["auto"] | None
    """Features added between two fits of all weights, as a share of those chosen so far (auto: one feature).
    Values: above 0 and at most 1000, or auto. Default: 'auto'."""
    choose_from: int | Literal["auto"] | None
    """Number of random samples that features are chosen with, while tuning uses all (auto: all). Values: at
    least 1, or auto. Default: 'auto'."""
    tune_epochs: int | Literal["none"] | None
    """Training epochs that tune the chosen templates. Values: at least 1, or none. Default: 'none'."""
    shrinkage: float | None
    """Learning rate. Values: above 0 and at most 1. Default: 0.15."""
    leaves: int | None
    """Maximum number of leaves of a tree. Values: from 2 to 1024. Default: 32."""
    pairs: int | None
    """Random sums and differences of two inputs to split on as well. Values: from 0 to 10000. Default: 64."""
    leaf_samples: int | None
    """Minimum number of samples in a leaf. Values: at least 1. Default: 1."""
    c: float | None
    """Weight of the loss relative to the sum of all weights (larger fits closer). Values: above 0. Default:
    1000000.0."""
    passes: int | None
    """Maximum number of working sets per round (1: new stumps only, stagewise). Values: from 1 to 10000.
    Default: 2."""
    members: str | os.PathLike[str] | None
    """Classifiers whose scores are added, separated by semicolons: for each a weight, the algorithm and its
    options, such as '1 trees leaves=8; 0.5 shareboost features=linear'. Default: '1 trees; 1 shareboost'."""
    points: int | None
    """Maximum number of interest points per image. Values: from 1 to 256. Default: 10."""
    window_side: int | None
    """Side of the windows around interest points. Values: pixels, from 3 to 63. Default: 11."""
    local_features: int | None
    """Local features in the hidden layer. Values: from 1 to 1024. Default: 32."""
    wavelets: int | None
    """Wavelets per local feature. Values: from 1 to 10000. Default: 50."""
    candidates: int | None
    """Weak learners sampled for each choice. Values: from 1 to 1000000. Default: 1000."""
    refit: float | Literal["none"] | None
    """L2 penalty of a final joint fit of the weights of all disjunctions of all classes (none: no fit).
    Values: above 0, or none. Default: 'none'."""


class ReaderTrainingOptions(TypedDict, total=False):
    """Of ocelli.train_reader()."""

    lines: int | None
    """Lines of text per font, fewer for families of many fonts. Values: at least 1. Default: 24."""
    resolution: float | None
    """Resolution of the simulated scan. Values: dots per inch, from 50 to 1200. Default: 300.0."""
    ink_spread: float | None
    """Maximum ink gain or loss at an edge. Values: pixels of 300 dpi, from 0 to 5. Default: 0.9."""
    scan_blur: float | None
    """Maximum standard deviation of the blur of the scanner. Values: pixels of 300 dpi, from 0 to 5. Default:
    1.1."""
    grain: float | None
    """Maximum strength of fine noise. Values: share of the contrast, from 0 to 1. Default: 0.3."""
    gray: float | None
    """Share of the lines that stay gray. Values: from 0 to 1. Default: 0.2."""
    templates: str | os.PathLike[str] | None
    """Templates to choose from, as SIDE:COUNT, several separated by commas (auto: 7:1000, together with other
    kinds 7:100,11:50). Default: '5:120'."""
    rounds: int | Literal["auto"] | None
    """Groups of features to choose (auto: depends on their kind). Values: from 1 to 100000, or auto. Default:
    160."""
    validation: float | None
    """Share of the samples held out to measure the error after each round. Values: at least 0 and below 1.
    Default: 0.03."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    growth: float | Literal["auto"] | None
    """Features added between two fits of all weights, as a share of those chosen so far (auto: one feature).
    Values: above 0 and at most 1000, or auto. Default: 'auto'."""
    tune_epochs: int | Literal["none"] | None
    """Training epochs that tune the chosen templates. Values: at least 1, or none. Default: 12."""
    page_glyphs: int | None
    """Maximum number of glyphs from pages to learn from, per class. Values: at least 0. Default: 2000."""
    min_character_count: int | Literal["none"] | None
    """Minimum number of occurrences of a character outside ASCII for it to be learned (none: ASCII only).
    Values: at least 1, or none. Default: 50."""
    language_weight: float | None
    """Weight of the language model relative to the image when pages are read. Values: from 0 to 10. Default:
    0.3."""
    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""


class CrossValidationOptions(TypedDict, total=False):
    """Of ocelli.cross_validate(): those of all algorithms."""

    folds: int | None
    """Number of parts of the samples, each of which is classified by a model trained on the others. Values:
    from 2 to 1000. Default: 5."""
    groups: str | os.PathLike[str] | None
    """Column of a table (a name, or a number from 1) whose rows with equal text stay in one fold, such as the
    patient or the day; not used as an input."""
    width: int | Literal["auto"] | None
    """Width that images are scaled to (auto: the median, at most 256). Values: pixels, from 1 to 1024, or
    auto. Default: 'auto'."""
    height: int | Literal["auto"] | None
    """Height that images are scaled to (auto: the median, at most 256). Values: pixels, from 1 to 1024, or
    auto. Default: 'auto'."""
    tilt: float | Literal["none"] | None
    """Average the scores of an image and of its rotations by this angle both ways at run time. Values:
    degrees, above 0 and at most 90, or none. Default: 'none'."""
    class_weights: Literal["none", "balanced"] | None
    """Sample weights: none, or balanced (inversely proportional to the size of the class). Values: none or
    balanced. Default: 'none'."""
    weight_column: str | os.PathLike[str] | None
    """Column of a table (a name, or a number from 1) with the weight of each row in training, at least 0; not
    used as an input."""
    separator: Literal["auto", "comma", "semicolon", "tab", "bar", "blanks"] | None
    """Separator of the cells of a table: comma, semicolon, tab, bar, blanks, or auto: the one that gives most
    lines the same number of cells. Values: auto, comma, semicolon, tab, bar or blanks. Default: 'auto'."""
    header: bool | Literal["auto", "yes", "no"] | None
    """Whether the first line of a table names its columns: yes, no, or auto: if it holds no number, or
    differs from the lines below. Values: auto, yes or no. Default: 'auto'."""
    na_values: str | os.PathLike[str] | None
    """Texts that mean a missing value of a table (separated by commas) besides the usual ones, such as NA, ?,
    None and -."""
    label_column: str | os.PathLike[str] | None
    """The class column of a table: first, last, its name, or its number from 1. Default: 'last'."""
    ignore_columns: str | os.PathLike[str] | None
    """Columns of a table to ignore (names or numbers, separated by commas), besides those that only identify
    rows; none: not even those."""
    category_columns: str | os.PathLike[str] | None
    """Columns of a table that hold categories although these are numbers, such as codes (names or numbers,
    separated by commas)."""
    missing: Literal["median", "refuse"] | None
    """Replacement of a missing value of a table (an empty cell, NA, ? and the like): median: that of its
    column in training, or refuse: an error. Values: median or refuse. Default: 'median'."""
    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""
    time: float | None
    """Approximate time for choosing and training on a table, counted in operations, so that the model does
    not depend on the machine. Values: seconds, from 1 to 86400. Default: 60.0."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    features: str | os.PathLike[str] | None
    """Kind of features, or several kinds separated by commas; auto: the kind with the lowest validation
    error, for images templates or orientations. Values: auto, templates, linear, products, orientations,
    binary-patterns, colors, channel-templates, stumps, trees, balls or gaussians, or several separated by
    commas. Default: 'auto'."""
    templates: str | os.PathLike[str] | None
    """Templates to choose from, as SIDE:COUNT, several separated by commas (auto: 7:1000, together with other
    kinds 7:100,11:50). Default: 'auto'."""
    mask_sigma: float | None
    """Standard deviation of a place mask. Values: pixels, above 0. Default: 5.0."""
    channel_patches: int | None
    """Patches that channel templates are made of. Values: from 1 to 10000. Default: 200."""
    channels: str | os.PathLike[str] | None
    """Channels that channel templates use. Values: orientations, colors or binary-patterns, or several
    separated by commas. Default: 'orientations'."""
    rule: Literal["gradient", "line-search", "free-column"] | None
    """How the next feature is chosen: gradient, line-search or free-column. Values: gradient, line-search or
    free-column. Default: 'gradient'."""
    rounds: int | Literal["auto"] | None
    """Groups of features to choose (auto: depends on their kind). Values: from 1 to 100000, or auto. Default:
    'auto'."""
    patience: int | Literal["none"] | None
    """Stop early after this many rounds without fewer validation errors. Values: rounds, at least 1, or none.
    Default: 'none'."""
    frobenius: float | None
    """Strength of the L2 regularization of the weights. Values: at least 0. Default: 1e-05."""
    mixed_norm: float | None
    """Strength of the smooth L-infinity/L1 regularization of the weights. Values: at least 0. Default:
    0.0."""
    validation: float | None
    """Share of the samples held out to measure the error after each round. Values: at least 0 and below 1.
    Default: 0.0."""
    normalized_side: float | Literal["none"] | None
    """Scale the ink of each image to this size and center it. Values: pixels, from 4 to 1024, or none.
    Default: 'none'."""
    augmentation: int | None
    """Number of deformed copies of each training image to add. Values: at least 0. Default: 0."""
    elastic_alpha: float | None
    """Strength of the elastic displacements, 28 times their root mean square. Values: from 0 to 1000.
    Default: 20.0."""
    rotation: float | None
    """Maximum rotation. Values: degrees, from 0 to 180. Default: 10.0."""
    scale: float | None
    """Maximum relative change of the scale along each axis. Values: from 0 to 1. Default: 0.1."""
    shear: float | None
    """Maximum shear (horizontal shift per pixel of height). Values: from 0 to 1. Default: 0.1."""
    translation: float | None
    """Maximum shift along each axis. Values: pixels of a 28 x 28 image, from 0 to 100. Default: 1.0."""
    stretch: float | None
    """Share of the copies whose drawing is stretched toward a square, as other sources of characters
    normalize it. Values: from 0 to 1. Default: 0.0."""
    stroke: float | None
    """Maximum change of the radius of strokes, which become thicker in half of the copies and thinner in the
    other half. Values: pixels of a 28 x 28 image, from 0 to 10. Default: 0.0."""
    growth: float | Literal["auto"] | None
    """Features added between two fits of all weights, as a share of those chosen so far (auto: one feature).
    Values: above 0 and at most 1000, or auto. Default: 'auto'."""
    choose_from: int | Literal["auto"] | None
    """Number of random samples that features are chosen with, while tuning uses all (auto: all). Values: at
    least 1, or auto. Default: 'auto'."""
    tune_epochs: int | Literal["none"] | None
    """Training epochs that tune the chosen templates. Values: at least 1, or none. Default: 'none'."""
    shrinkage: float | None
    """Learning rate. Values: above 0 and at most 1. Default: 0.15."""
    leaves: int | None
    """Maximum number of leaves of a tree. Values: from 2 to 1024. Default: 32."""
    pairs: int | None
    """Random sums and differences of two inputs to split on as well. Values: from 0 to 10000. Default: 64."""
    leaf_samples: int | None
    """Minimum number of samples in a leaf. Values: at least 1. Default: 1."""
    c: float | None
    """Weight of the loss relative to the sum of all weights (larger fits closer). Values: above 0. Default:
    1000000.0."""
    passes: int | None
    """Maximum number of working sets per round (1: new stumps only, stagewise). Values: from 1 to 10000.
    Default: 2."""
    members: str | os.PathLike[str] | None
    """Classifiers whose scores are added, separated by semicolons: for each a weight, the algorithm and its
    options, such as '1 trees leaves=8; 0.5 shareboost features=linear'. Default: '1 trees; 1 shareboost'."""
    points: int | None
    """Maximum number of interest points per image. Values: from 1 to 256. Default: 10."""
    window_side: int | None
    """Side of the windows around interest points. Values: pixels, from 3 to 63. Default: 11."""
    local_features: int | None
    """Local features in the hidden layer. Values: from 1 to 1024. Default: 32."""
    wavelets: int | None
    """Wavelets per local feature. Values: from 1 to 10000. Default: 50."""
    candidates: int | None
    """Weak learners sampled for each choice. Values: from 1 to 1000000. Default: 1000."""
    refit: float | Literal["none"] | None
    """L2 penalty of a final joint fit of the weights of all disjunctions of all classes (none: no fit).
    Values: above 0, or none. Default: 'none'."""


class ClassifierEvaluationOptions(TypedDict, total=False):
    """Of ocelli.evaluate_classifier()."""

    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""
    separator: Literal["auto", "comma", "semicolon", "tab", "bar", "blanks"] | Literal["model"] | None
    """Separator of the cells of a table: comma, semicolon, tab, bar, blanks, auto: detected, or model: as in
    training. Values: auto, comma, semicolon, tab, bar, blanks or model. Default: 'model'."""
    header: bool | Literal["auto", "yes", "no"] | Literal["model"] | None
    """Whether the first line of a table names its columns: yes, no, auto: detected, or model: as in training.
    Values: auto, yes, no or model. Default: 'model'."""
    missing: Literal["model", "refuse"] | None
    """Replacement of a missing value of a table: model: as in training, or refuse: an error. Values: model or
    refuse. Default: 'model'."""


class BlurOptions(DetectOptions, total=False):
    """Of ocelli.blur()."""

    style: Literal["pixelate", "blur", "fill"] | None
    """How objects are hidden: pixelate (squares, at most six across an object), blur (a smooth surface
    through their colors) or fill (black). Values: pixelate, blur or fill. Default: 'pixelate'."""
    shape: Literal["ellipse", "box"] | None
    """Shape that is hidden. Values: ellipse or box. Default: 'ellipse'."""
    margin: float | None
    """Extra margin hidden on each side, as a share of the object's width and height. Values: from 0 to 2.
    Default: 0.21."""
    picture: str | os.PathLike[str] | None
    """Lay this picture over what is hidden, for example a PNG file with alpha."""
    keep: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None
    """Leave objects clear: those with their center in a region x,y,w,h, or the one with this number in the
    report."""
    every: int | None
    """Search every Nth frame of a video and follow objects between them. Values: frames, from 1 to 10.
    Default: 3."""
    quality: int | Literal["auto"] | None
    """Constant quality of the video's encoder, smaller is better (auto: 22 for H.264, and alike for others).
    Values: from 0 to 63, or auto. Default: 'auto'."""
    strip: str | os.PathLike[str] | Literal["none"] | None
    """Also remove from the metadata: place, device, or both, separated by commas. Values: place, device or
    none, or several separated by commas. Default: 'none'."""


class EditOptions(TypedDict, total=False):
    """Of ocelli.edit()."""

    figure: str | os.PathLike[str] | None
    """Name of a measured figure for the card."""
    value: str | os.PathLike[str] | None
    """Value of the figure."""
    data: str | os.PathLike[str] | None
    """Data of the figure."""
    command: str | os.PathLike[str] | None
    """Command that measures the figure."""
    description: str | os.PathLike[str] | None
    """Description on the model's card."""
    license: str | os.PathLike[str] | None
    """License of the model and its data on the card."""
    min_score: float | None
    """The operating point, that is, the score below which detections are dropped by default. Values: at least
    0."""
    normalized_side: float | Literal["none"] | None
    """Scale the ink of each image to this size and center it before classification. Values: pixels, from 4 to
    1024, or none."""
    tilt: float | Literal["none"] | None
    """Average the scores of an image and of its rotations by this angle both ways. Values: degrees, above 0
    and at most 90, or none."""
    unwanted_words: str | os.PathLike[str] | None
    """A file of words that the word list of a reader or language must not have, one per line."""


class AdaptingOptions(TypedDict, total=False):
    """Of ocelli.adapt_reader()."""

    stay: float | None
    """Strength of the L2 regularization of changes to the weights of the classifier. Values: at least 0.
    Default: 0.0001."""
    max_pixels: int | None
    """Maximum number of pixels of an image or page. Values: from 1 to 1073741824. Default: 67108864."""
    max_pages: int | None
    """Maximum number of pages of a file. Values: from 1 to 1000000. Default: 10000."""
    max_seconds: float | None
    """Maximum time to decode, render or read an image or page. Values: seconds, above 0 and at most 86400.
    Default: 60.0."""
    max_megabytes: int | None
    """Maximum memory to decode or render one input. Values: MiB, from 64 to 1048576. Default: 4096."""


class LanguageTrainingOptions(TypedDict, total=False):
    """Of ocelli.train_language()."""

    min_character_count: int | None
    """Minimum number of occurrences of a character outside ASCII for it to belong to the language. Values: at
    least 1. Default: 20."""
