"""The options of all functions with their types.

Written by scripts/write-python-options from the tables of the compiled part: edit those, not this file.
"""

import os
from collections.abc import Sequence
from typing import Literal, TypedDict


class DetectOptions(TypedDict, total=False):
    """Of ocelli.Detector."""

    min_size: int | str | None
    """Size of the smallest objects: a width, or width and height as 60x15; at least half of the model's
    window (0: the window). Values: source pixels, at least 0. Default: '0'."""
    max_size: int | str | None
    """Size of the largest objects, in the same way (0: the whole image); equal to --min-size: the one size
    that objects have. Values: source pixels, at least 0. Default: '0'."""
    scale_step: float | None
    """Ratio of one window size to the next. Values: from 1.01 to 10. Default: 1.1."""
    stride: int | None
    """Step of the coarse grid of windows, in pixels of the scaled image. Values: pixels of the scaled image,
    from 1 to 64. Default: 2."""
    scale_stride: int | Literal["auto"] | None
    """Step of the coarse grid in window sizes; sizes between are scanned only near windows that pass (auto:
    the largest step with a ratio of at most 1.22, 1 with --stride 1; with a verifier, sizes between are not
    scanned). Values: window sizes, from 0 to 64, or auto. Default: 'auto'."""
    overhang: float | Literal["auto"] | None
    """Share of an object's width or height that may lie beyond the image's edge (auto: 0.3 with a verifier,
    otherwise none). Values: from 0 to 0.45, or auto. Default: 'auto'."""
    overlap: float | None
    """Least intersection over union of windows on the same object. Values: from 0.15 to 1. Default: 0.3."""
    containment: float | None
    """Detections that share this much of the smaller box with a higher-scoring one are dropped (1: none).
    Values: above 0 and at most 1. Default: 0.4."""
    min_neighbors: int | None
    """Groups of fewer windows are dropped. Values: at least 1. Default: 3."""
    min_score: float | Literal["auto"] | None
    """Detections with a lower score are dropped (auto: the model's own limit). Values: auto. Default:
    'auto'."""
    like: Literal["ocelli", "opencv"] | None
    """How windows are grouped; opencv: the same rectangles as OpenCV's detectMultiScale (OpenCV cascades
    only). Values: ocelli or opencv. Default: 'ocelli'."""


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
    """Measure and undo the skew of pages. Default: True."""
    auto_rotate: bool | None
    """Detect pages that are upside down or sideways and rotate them. Default: True."""


class ReadFilesOptions(TypedDict, total=False):
    """Of reading files."""

    charset: str | os.PathLike[str] | None
    """Characters to read, e.g. 0123456789 (default: all of the model)."""
    deskew: bool | None
    """Measure and undo the skew of pages. Default: True."""
    auto_rotate: bool | None
    """Detect pages that are upside down or sideways and rotate them. Default: True."""
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

    for_: Literal["auto", "ocelli", "opencv"] | None
    """What runs the detector: ocelli, or opencv, which loads the XML file written; auto: opencv for an output
    named .xml, otherwise ocelli. Values: auto, ocelli or opencv. Default: 'auto'."""
    width: int | None
    """Width of the window. Values: pixels, from 4 to 128. Default: 20."""
    height: int | Literal["auto"] | None
    """Height of the window (auto: from the aspect ratio of the median box). Values: pixels, from 4 to 128, or
    auto. Default: 'auto'."""
    validation: float | Literal["auto"] | None
    """Share of the positive images held out to set thresholds (auto: 0.15, more of few images). Values: from
    0 to 0.9, or auto. Default: 'auto'."""
    held_out: float | Literal["auto"] | None
    """Share of the negative images held out to set the operating point (auto: 0.15, at most 200 images, none
    of fewer than 10). Values: from 0 to 0.9, or auto. Default: 'auto'."""
    false_alarms_per_image: float | None
    """Maximum false alarms per held-out image at the operating point, unless it would then find less than
    half of the held-out objects. Values: at least 0. Default: 0.1."""
    mirror: bool | Literal["yes", "no", "auto"] | None
    """Mirror every second augmented sample: yes, no, or auto: from the data. Values: yes, no or auto.
    Default: 'auto'."""
    negative_views: int | None
    """Orientations of each negative image to mine: 1 to 8, mirrored and rotated. Values: from 1 to 8.
    Default: 1."""
    surroundings: bool | None
    """Also mine the surroundings of objects in positive images; all objects in them must be annotated.
    Default: False."""
    samples_per_object: int | Literal["auto"] | None
    """Samples per object: the first as annotated, the others augmented (auto: from the data). Values: from 1
    to 1000, or auto. Default: 'auto'."""
    shift: float | None
    """Largest shift of an augmented sample, as a share of the width. Values: widths of the window, from 0 to
    0.5. Default: 0.02."""
    scale: float | None
    """Largest change of scale of an augmented sample, as a share. Values: from 0 to 1. Default: 0.04."""
    rotation: float | None
    """Largest rotation of an augmented sample. Values: degrees, from 0 to 180. Default: 6.0."""
    shade: float | None
    """Largest brightness gradient across an augmented sample, as a share of its gray levels. Values: from 0
    to 1. Default: 0.0."""
    tone: float | None
    """Largest change of an augmented sample's tonal curve: gamma from exp(-tone) to exp(tone). Values: from 0
    to 2. Default: 0.0."""
    noise: float | None
    """Largest standard deviation of the noise on an augmented sample. Values: gray levels, from 0 to 100.
    Default: 0.0."""
    label: str | os.PathLike[str] | None
    """Name of the object. Default: 'object'."""
    stages: int | None
    """Maximum number of stages. Values: from 1 to 200. Default: 15."""
    min_hit_rate: float | Literal["auto"] | None
    """Minimum share of objects that each stage keeps (auto: from the data). Values: above 0.5 and at most 1,
    or auto. Default: 'auto'."""
    lossless_weak: int | Literal["auto"] | None
    """A stage of at most this many weak classifiers, or of at most as many as all before it, keeps every
    object (auto: from the data). Values: from 0 to 10000, or auto. Default: 'auto'."""
    max_false_alarm_rate: float | None
    """Maximum share of negatives that each stage passes. Values: above 0 and below 1. Default: 0.4."""
    cascade_false_alarm_rate: float | None
    """False-alarm rate of the whole cascade at which training stops. Values: above 0 and below 1. Default:
    1e-07."""
    max_weak_count: int | Literal["auto"] | None
    """Maximum number of weak classifiers in a stage (auto: from the data). Values: from 1 to 10000, or auto.
    Default: 'auto'."""
    mined: int | Literal["auto"] | None
    """Negative windows mined for each stage, a fifth of them for validation (auto: from the data). Values:
    from 200 to 10000000, or auto. Default: 'auto'."""
    features: int | Literal["auto"] | None
    """Features drawn for each stage (auto: from the data). Values: from 1 to 10000000, or auto. Default:
    'auto'."""
    min_side: int | None
    """Shortest side of a feature's rectangles. Values: pixels, from 1 to 64. Default: 2."""
    joint: int | None
    """Features per weak classifier, 1 or 2. Values: from 1 to 2. Default: 2."""
    bins: int | None
    """Bins per feature in a weak classifier's lookup table. Values: from 2 to 256. Default: 8."""
    min_deviation: float | None
    """Least standard deviation when windows are normalized. Values: gray levels, from 0.001 to 255. Default:
    4.0."""
    smoothing: float | None
    """Added to each bin of a histogram, in mean sample weights. Values: mean sample weights, above 0.
    Default: 10.0."""
    weight_trimming: float | None
    """Features are compared on the heaviest windows holding this share of all weight. Values: above 0 and at
    most 1. Default: 0.99."""
    weight_capping: float | None
    """Share of each class's windows whose weights are capped at the largest of the others. Values: from 0 to
    0.5. Default: 0.03."""
    backtrack: int | Literal["none"] | None
    """Maximum number of removals after each weak classifier (none: RealBoost, not FloatBoost). Values: at
    least 0, or none. Default: 1000."""
    mining_step: float | None
    """Ratio of successive window sizes in negative mining. Values: from 1.01 to 4. Default: 1.2."""
    memory: int | None
    """MiB for feature responses. Values: MiB, at least 16. Default: 4096."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    verifier_trees: int | Literal["auto"] | Literal["none"] | None
    """Trees of the verifier, which rescores what the cascade finds (auto: none for fewer than 100 images with
    objects). Values: from 1 to 20000, or auto, or none. Default: 'auto'."""
    verifier_depth: int | None
    """Depth of the verifier's trees. Values: from 1 to 8. Default: 4."""
    verifier_rounds: int | None
    """Rounds of mining for the verifier. Values: from 1 to 20. Default: 5."""
    verifier_negatives: int | None
    """False alarms of the cascade added in each round, at most. Values: from 100 to 1000000. Default:
    25000."""
    verifier_copies: int | Literal["auto"] | None
    """Samples of each object in each of three sizes (auto: from the data). Values: from 0 to 100, or auto.
    Default: 'auto'."""
    verifier_degraded: float | None
    """Share of the verifier's pictures, with objects and without, that are degraded as newspaper print,
    scanners and dim light do. Values: from 0 to 1. Default: 0.0."""
    verifier_cut: float | None
    """Share of the verifier's pictures of objects whose edge cuts the object, by a third at most. Values:
    from 0 to 1. Default: 0.0."""
    verifier_covered: float | None
    """Share of the verifier's other pictures of objects in which something covers a side of the object, by a
    third at most. Values: from 0 to 1. Default: 0.0."""
    verifier_candidates: int | None
    """Groups of windows a megapixel that the cascade may pass on: its last stages are left out as far as this
    allows. Values: from 1 to 100000. Default: 200."""
    verifier_feature_share: float | None
    """Share of the channel values that each tree chooses from. Values: above 0 and at most 1. Default:
    0.05."""
    verifier_shrinkage: float | None
    """Share of its votes that each of the verifier's trees counts: with less, the verifier does better on
    pictures not seen, needs more trees, and trains for longer. Values: above 0 and at most 1. Default:
    1.0."""
    verifier_network_passes: int | Literal["none"] | None
    """Passes over its samples in which the verifier's convolutional network is trained, which decides on what
    the trees leave a chance (none: no network). Values: from 0 to 100, or none. Default: 'none'."""
    verifier_weight_trimming: float | None
    """Trees are grown on the heaviest samples that hold this share of weight. Values: above 0 and at most 1.
    Default: 0.95."""
    feature_kind: Literal["haar-basic", "haar-core", "haar-all", "lbp"] | None
    """Features of a cascade for OpenCV (haar-all has tilted ones, too). Values: haar-basic, haar-core,
    haar-all or lbp. Default: 'haar-core'."""
    tree_depth: int | None
    """Depth of a weak classifier's tree for OpenCV (1: a stump). Values: from 1 to 4. Default: 2."""
    synthesized: int | None
    """Samples synthesized from the picture of --from-one. Values: from 10 to 100000. Default: 1000."""
    x_angle: float | None
    """Largest rotation of the picture about its horizontal axis. Values: degrees, from 0 to 80. Default:
    30.0."""
    y_angle: float | None
    """Largest rotation of the picture about its vertical axis. Values: degrees, from 0 to 80. Default:
    30.0."""
    z_angle: float | None
    """Largest rotation of the picture in its plane. Values: degrees, from 0 to 180. Default: 15.0."""
    intensity_change: float | None
    """Largest change of the picture's brightness. Values: gray levels, from 0 to 255. Default: 40.0."""
    invert: bool | Literal["no", "yes", "random"] | None
    """Invert the picture: no, yes, or random, in half of the samples. Values: no, yes or random. Default:
    'no'."""
    transparent_level: int | Literal["none"] | None
    """Gray level of the picture that shows the background. Values: gray levels, from 0 to 255, or none.
    Default: 'none'."""
    transparent_range: int | None
    """Difference from that level that still shows it. Values: gray levels, from 0 to 255. Default: 10."""
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
    """Width that images are scaled to (auto: that of the first). Values: pixels, from 0 to 1024, or auto.
    Default: 'auto'."""
    height: int | Literal["auto"] | None
    """Height that images are scaled to (auto: that of the first). Values: pixels, from 0 to 1024, or auto.
    Default: 'auto'."""
    tilt: float | Literal["none"] | None
    """At run time, average the scores of an image and of its rotations by this angle both ways. Values:
    degrees, from 0 to 90, or none. Default: 'none'."""
    class_weights: Literal["none", "balanced"] | None
    """Sample weights: none, or balanced (inverse to the size of the class). Values: none or balanced.
    Default: 'none'."""
    weight_column: str | os.PathLike[str] | None
    """Column of a table that says what each row counts in training, a number at least 0; it is not used as an
    input. A name, or a number from 1."""
    separator: Literal["auto", "comma", "semicolon", "tab"] | None
    """Separator of a table's cells: comma, semicolon, tab, or auto: a semicolon if the first line has one,
    else a tab, else a comma. Values: auto, comma, semicolon or tab. Default: 'auto'."""
    header: bool | Literal["auto", "yes", "no"] | None
    """Whether the first line of a table names its columns: yes, no, or auto: if it holds no number. Values:
    auto, yes or no. Default: 'auto'."""
    label_column: str | os.PathLike[str] | None
    """The class column of a table: first, last, its name, or its number from 1. Default: 'last'."""
    ignore_columns: str | os.PathLike[str] | None
    """Columns of a table to ignore: names or numbers, separated by commas."""
    category_columns: str | os.PathLike[str] | None
    """Columns of a table that hold categories although these are numbers, such as codes: names or numbers,
    separated by commas."""
    missing: Literal["median", "refuse"] | None
    """Replacement of a missing value of a table (an empty cell, ?, NA, N/A, nan, null): median: that of its
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
    """About how long choosing and training on a table may take; counted in operations, so that the model does
    not depend on the machine. Values: seconds, from 1 to 86400. Default: 60.0."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    features: str | os.PathLike[str] | None
    """Kind of features, or several kinds together, separated by commas; auto: the kind with the lowest
    held-out error, of images templates or orientations. Values: auto, templates, linear, products,
    orientations, binary-patterns, colors, channel-templates, stumps, trees, balls or gaussians, or several
    separated by commas. Default: 'auto'."""
    templates: str | os.PathLike[str] | None
    """Templates to choose from, SIDE:COUNT, several separated by commas; auto: 7:1000, beside other kinds
    7:100,11:50. Default: 'auto'."""
    mask_grid: int | None
    """Place masks along each side of the image. Values: from 1 to 16. Default: 4."""
    mask_sigma: float | None
    """Deviation of a place mask. Values: pixels, above 0. Default: 5.0."""
    mask_reach: float | None
    """Where a place mask ends. Values: deviations from its center, above 0. Default: 1.7."""
    components: int | None
    """Principal components in which balls, and Gaussians of images, are defined. Values: at least 1. Default:
    50."""
    centers: int | None
    """Anchor points of balls. Values: at least 1. Default: 1500."""
    radii: int | None
    """Balls around each anchor point. Values: from 1 to 255. Default: 35."""
    gaussians: int | None
    """Gaussian functions, around samples. Values: from 1 to 5000. Default: 1500."""
    gaussian_width: float | None
    """Width of Gaussians. Values: median distances between samples, above 0. Default: 0.35."""
    pool_trees: int | None
    """Trees whose leaves are features. Values: from 1 to 10000. Default: 100."""
    pool_leaves: int | None
    """Most leaves of such a tree. Values: from 2 to 1024. Default: 32."""
    channel_patches: int | None
    """Arrangements of channels that channel templates look for. Values: from 1 to 10000. Default: 200."""
    channels: str | os.PathLike[str] | None
    """What channel templates look at in each cell. Values: orientations, colors or binary-patterns, or
    several separated by commas. Default: 'orientations'."""
    channel_grid: int | None
    """Cells along the shorter side of the image for channel templates. Values: from 3 to 64. Default: 12."""
    rule: Literal["gradient", "line-search", "free-column"] | None
    """How the next feature is chosen: gradient, line-search or free-column. Values: gradient, line-search or
    free-column. Default: 'gradient'."""
    rounds: int | Literal["auto"] | None
    """Groups of features to choose (auto: as many as suit their kind). Values: from 0 to 100000, or auto.
    Default: 'auto'."""
    shortlist: int | None
    """Groups that the slower greedy rules compare. Values: at least 1. Default: 32."""
    patience: int | Literal["none"] | None
    """Early stopping: rounds without fewer validation errors. Values: rounds, at least 0, or none. Default:
    'none'."""
    frobenius: float | None
    """Strength of the squared weights in the objective. Values: at least 0. Default: 1e-05."""
    mixed_norm: float | None
    """Strength of the smooth L-infinity/L1 norm in the objective. Values: at least 0. Default: 0.0."""
    sharpness: float | None
    """Sharpness of that norm: larger is closer to the exact one, at least 1. Values: at least 1. Default:
    10.0."""
    tolerance: float | None
    """Relative tolerance on the objective in the convex step. Values: above 0 and below 1. Default: 0.001."""
    max_steps: int | None
    """Maximum number of steps of the convex solver per round. Values: at least 1. Default: 100."""
    validation: float | None
    """Share of the samples held out to measure the error after each round. Values: at least 0 and below 1.
    Default: 0.0."""
    normalized_side: float | Literal["none"] | None
    """Normalize the size of the ink to this side and center it. Values: pixels, from 4 to 1024, or none.
    Default: 'none'."""
    augmentation: int | None
    """Deformed copies of each training image to add. Values: at least 0. Default: 0."""
    elastic_sigma: float | None
    """Smoothness of elastic displacements. Values: pixels of a 28 x 28 image, from 0.1 to 100. Default:
    4.0."""
    elastic_alpha: float | None
    """Strength of elastic displacements, 28 times their mean in pixels. Values: from 0 to 1000. Default:
    20.0."""
    rotation: float | None
    """Largest rotation of a deformed image. Values: degrees, from 0 to 180. Default: 10.0."""
    scale: float | None
    """Largest change of scale of a deformed image along each axis, as a share. Values: from 0 to 1. Default:
    0.1."""
    shear: float | None
    """Largest shear of a deformed image. Values: from 0 to 1. Default: 0.1."""
    translation: float | None
    """Largest shift of a deformed image. Values: pixels of a 28 x 28 image, from 0 to 100. Default: 1.0."""
    growth: float | Literal["auto"] | None
    """Features that are added between two fits of all weights, as a share of those chosen so far (auto: one).
    Values: from 0 to 1000, or auto. Default: 'auto'."""
    choose_from: int | Literal["auto"] | None
    """Number of randomly drawn samples to choose features with; tuning uses all (auto: all). Values: at least
    0, or auto. Default: 'auto'."""
    tune_epochs: int | Literal["none"] | None
    """Passes over the samples that tune the chosen templates. Values: at least 0, or none. Default:
    'none'."""
    tune_batch: int | None
    """Samples per update of the templates. Values: at least 1. Default: 500."""
    tune_template_rate: float | Literal["auto"] | None
    """Initial step size of the templates (auto: 0.003, of channel templates 0.01). Values: at least 0, or
    auto. Default: 'auto'."""
    tune_weight_rate: float | Literal["auto"] | None
    """Initial step size of the class weights (auto: 6 divided by the number of columns, at most 0.02).
    Values: at least 0, or auto. Default: 'auto'."""
    shrinkage: float | None
    """Share of the best step that each tree takes. Values: above 0 and at most 1. Default: 0.15."""
    leaves: int | None
    """Most leaves of a tree. Values: from 2 to 1024. Default: 32."""
    tree_columns: int | Literal["auto"] | None
    """Inputs and pairs that a tree may split by, drawn anew for each tree (auto: three of ten, at most 64).
    Values: at least 0, or auto. Default: 'auto'."""
    pairs: int | None
    """Random sums and differences of two inputs to split by, too. Values: from 0 to 10000. Default: 64."""
    bins: int | None
    """Most bins of an input or pair. Values: from 2 to 255. Default: 64."""
    leaf_samples: int | None
    """Fewest samples in a leaf. Values: at least 1. Default: 1."""
    c: float | None
    """Weight of the loss relative to the sum of all weights: larger fits closer. Values: above 0. Default:
    1000000.0."""
    threshold: float | None
    """Stops when no stump violates its dual constraint by more than this. Values: at least 0. Default:
    0.001."""
    solver_tolerance: float | None
    """Tolerated violation of the optimality (KKT) conditions. Values: above 0. Default: 0.01."""
    passes: int | None
    """Maximum number of working sets per round (1: new stumps only, stagewise). Values: from 1 to 10000.
    Default: 2."""
    members: str | os.PathLike[str] | None
    """Classifiers whose scores are added: of each how often its scores count, its algorithm, and options of
    that, separated by semicolons, such as '1 trees leaves=8; 0.5 shareboost features=linear'. Default: '1
    trees; 1 shareboost'."""
    points: int | None
    """Maximum number of interest points per image. Values: from 1 to 256. Default: 10."""
    point_sigma: float | None
    """Standard deviation of the finest Gaussian. Values: pixels, from 0.3 to 100. Default: 1.0."""
    point_ratio: float | None
    """Ratio of the standard deviations of successive Gaussians. Values: above 1 and at most 10. Default:
    1.6."""
    point_scales: int | None
    """Number of differences of Gaussians to search. Values: from 1 to 16. Default: 1."""
    point_dark: bool | None
    """Detect dark blobs as well as bright ones. Default: True."""
    window_side: int | None
    """Side of the windows around interest points. Values: pixels, from 3 to 63. Default: 11."""
    min_deviation: float | None
    """Least standard deviation of a window's gray levels when wavelets are normalized. Values: gray levels,
    from 1 to 255. Default: 4.0."""
    wavelet_pool: int | None
    """Wavelets that candidates are drawn from. Values: at least 1. Default: 4000."""
    local_features: int | None
    """Local features in the hidden layer. Values: from 1 to 1024. Default: 32."""
    wavelets: int | None
    """Wavelets of each local feature. Values: from 1 to 10000. Default: 50."""
    wavelets_every: int | None
    """Rounds from one wavelet to the next. Values: at least 1. Default: 1."""
    candidates: int | None
    """Weak learners sampled for each choice. Values: from 1 to 1000000. Default: 1000."""
    disjunctions_by: Literal["derivative", "decrease"] | None
    """Criterion for choosing disjunctions: derivative or decrease. Values: derivative or decrease. Default:
    'decrease'."""
    refit: float | Literal["none"] | None
    """Refit the weights of all disjunctions of all classes together at the end, with this L2 penalty. Values:
    at least 0, or none. Default: 'none'."""


class ReaderTrainingOptions(TypedDict, total=False):
    """Of ocelli.train_reader()."""

    lines: int | None
    """Lines of text per font, fewer for families of many fonts. Values: at least 1. Default: 24."""
    random_text: float | None
    """Share of lines of random characters. Values: from 0 to 1. Default: 0.5."""
    reject_share: int | None
    """One in this many parts and clusters of characters is learned as the reject class. Values: at least 1.
    Default: 30."""
    resolution: float | None
    """Resolution of the simulated scan, dots per inch. Values: dots an inch, from 50 to 1200. Default:
    300.0."""
    ink_spread: float | None
    """Largest ink gain or loss at an edge. Values: pixels of 300 dpi, from 0 to 5. Default: 0.9."""
    scan_blur: float | None
    """Largest standard deviation of the scanner's blur. Values: pixels of 300 dpi, from 0 to 5. Default:
    1.1."""
    unevenness: float | None
    """Largest gradual change of ink and light. Values: share of the contrast, from 0 to 1. Default: 0.25."""
    grain: float | None
    """Largest fine noise. Values: share of the contrast, from 0 to 1. Default: 0.3."""
    specks: float | None
    """Largest number of specks and holes per thousand pixels of ink. Values: a thousand pixels of ink, from 0
    to 100. Default: 2.0."""
    skew: float | None
    """Largest skew of a line. Values: degrees, from 0 to 10. Default: 0.0."""
    breaks: float | None
    """Largest share of ink lost to worn ribbons, fax lines and dots. Values: from 0 to 1. Default: 0.5."""
    gray: float | None
    """Share of lines rendered in gray. Values: from 0 to 1. Default: 0.2."""
    jpeg: float | None
    """Share of gray lines that are compressed as JPEG. Values: from 0 to 1. Default: 0.5."""
    features: str | os.PathLike[str] | None
    """Kind of features, or several kinds together, separated by commas; auto: the kind with the lowest
    held-out error, of images templates or orientations. Values: auto, templates, linear, products,
    orientations, binary-patterns, colors, channel-templates, stumps, trees, balls or gaussians, or several
    separated by commas. Default: 'auto'."""
    templates: str | os.PathLike[str] | None
    """Templates to choose from, SIDE:COUNT, several separated by commas; auto: 7:1000, beside other kinds
    7:100,11:50. Default: '5:120'."""
    mask_grid: int | None
    """Place masks along each side of the image. Values: from 1 to 16. Default: 3."""
    mask_sigma: float | None
    """Deviation of a place mask. Values: pixels, above 0. Default: 3.3."""
    mask_reach: float | None
    """Where a place mask ends. Values: deviations from its center, above 0. Default: 1.7."""
    components: int | None
    """Principal components in which balls, and Gaussians of images, are defined. Values: at least 1. Default:
    50."""
    centers: int | None
    """Anchor points of balls. Values: at least 1. Default: 1500."""
    radii: int | None
    """Balls around each anchor point. Values: from 1 to 255. Default: 35."""
    gaussians: int | None
    """Gaussian functions, around samples. Values: from 1 to 5000. Default: 1500."""
    gaussian_width: float | None
    """Width of Gaussians. Values: median distances between samples, above 0. Default: 0.35."""
    pool_trees: int | None
    """Trees whose leaves are features. Values: from 1 to 10000. Default: 100."""
    pool_leaves: int | None
    """Most leaves of such a tree. Values: from 2 to 1024. Default: 32."""
    channel_patches: int | None
    """Arrangements of channels that channel templates look for. Values: from 1 to 10000. Default: 200."""
    channels: str | os.PathLike[str] | None
    """What channel templates look at in each cell. Values: orientations, colors or binary-patterns, or
    several separated by commas. Default: 'orientations'."""
    channel_grid: int | None
    """Cells along the shorter side of the image for channel templates. Values: from 3 to 64. Default: 12."""
    rule: Literal["gradient", "line-search", "free-column"] | None
    """How the next feature is chosen: gradient, line-search or free-column. Values: gradient, line-search or
    free-column. Default: 'gradient'."""
    rounds: int | Literal["auto"] | None
    """Groups of features to choose (auto: as many as suit their kind). Values: from 0 to 100000, or auto.
    Default: 160."""
    shortlist: int | None
    """Groups that the slower greedy rules compare. Values: at least 1. Default: 32."""
    patience: int | Literal["none"] | None
    """Early stopping: rounds without fewer validation errors. Values: rounds, at least 0, or none. Default:
    'none'."""
    frobenius: float | None
    """Strength of the squared weights in the objective. Values: at least 0. Default: 1e-05."""
    mixed_norm: float | None
    """Strength of the smooth L-infinity/L1 norm in the objective. Values: at least 0. Default: 0.0."""
    sharpness: float | None
    """Sharpness of that norm: larger is closer to the exact one, at least 1. Values: at least 1. Default:
    10.0."""
    tolerance: float | None
    """Relative tolerance on the objective in the convex step. Values: above 0 and below 1. Default: 0.001."""
    max_steps: int | None
    """Maximum number of steps of the convex solver per round. Values: at least 1. Default: 100."""
    validation: float | None
    """Share of the samples held out to measure the error after each round. Values: at least 0 and below 1.
    Default: 0.03."""
    normalized_side: float | Literal["none"] | None
    """Normalize the size of the ink to this side and center it. Values: pixels, from 4 to 1024, or none.
    Default: 'none'."""
    augmentation: int | None
    """Deformed copies of each training image to add. Values: at least 0. Default: 0."""
    elastic_sigma: float | None
    """Smoothness of elastic displacements. Values: pixels of a 28 x 28 image, from 0.1 to 100. Default:
    4.0."""
    elastic_alpha: float | None
    """Strength of elastic displacements, 28 times their mean in pixels. Values: from 0 to 1000. Default:
    20.0."""
    rotation: float | None
    """Largest rotation of a deformed image. Values: degrees, from 0 to 180. Default: 10.0."""
    scale: float | None
    """Largest change of scale of a deformed image along each axis, as a share. Values: from 0 to 1. Default:
    0.1."""
    shear: float | None
    """Largest shear of a deformed image. Values: from 0 to 1. Default: 0.1."""
    translation: float | None
    """Largest shift of a deformed image. Values: pixels of a 28 x 28 image, from 0 to 100. Default: 1.0."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    growth: float | Literal["auto"] | None
    """Features that are added between two fits of all weights, as a share of those chosen so far (auto: one).
    Values: from 0 to 1000, or auto. Default: 'auto'."""
    choose_from: int | Literal["auto"] | None
    """Number of randomly drawn samples to choose features with; tuning uses all (auto: all). Values: at least
    0, or auto. Default: 50000."""
    tune_epochs: int | Literal["none"] | None
    """Passes over the samples that tune the chosen templates. Values: at least 0, or none. Default: 12."""
    tune_batch: int | None
    """Samples per update of the templates. Values: at least 1. Default: 500."""
    tune_template_rate: float | Literal["auto"] | None
    """Initial step size of the templates (auto: 0.003, of channel templates 0.01). Values: at least 0, or
    auto. Default: 'auto'."""
    tune_weight_rate: float | Literal["auto"] | None
    """Initial step size of the class weights (auto: 6 divided by the number of columns, at most 0.02).
    Values: at least 0, or auto. Default: 'auto'."""
    ngrams: int | None
    """Number of letter sequences that the language model keeps, most frequent first. Values: at least 1.
    Default: 400000."""
    min_word_count: int | None
    """Minimum number of occurrences of a word in the word list. Values: at least 1. Default: 3."""
    capitals: int | Literal["none"] | None
    """One line in this many is also rendered in capitals. Values: at least 0, or none. Default: 6."""
    page_glyphs: int | None
    """Maximum number of page glyphs to learn from, per class. Values: at least 0. Default: 2000."""
    page_reject_share: int | None
    """One in this many parts and clusters of characters of pages is learned as the reject class. Values: at
    least 1. Default: 12."""
    min_character_count: int | Literal["none"] | None
    """Minimum number of occurrences of a character outside ASCII to be learned (none: learn ASCII only).
    Values: at least 0, or none. Default: 50."""
    baseline_error: float | None
    """Simulated error of baselines and x-heights. Values: x-heights, above 0 and below 1. Default: 0.05."""
    language_weight: float | None
    """Weight of the language model beside the image when pages are read. Values: from 0 to 10. Default:
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
    """Parts of the samples, each of which is classified by a training on the others. Values: from 2 to 1000.
    Default: 5."""
    groups: str | os.PathLike[str] | None
    """Column of a table whose rows with the same text are in one fold, such as the patient or the day; it is
    not used as an input. A name, or a number from 1."""
    width: int | Literal["auto"] | None
    """Width that images are scaled to (auto: that of the first). Values: pixels, from 0 to 1024, or auto.
    Default: 'auto'."""
    height: int | Literal["auto"] | None
    """Height that images are scaled to (auto: that of the first). Values: pixels, from 0 to 1024, or auto.
    Default: 'auto'."""
    tilt: float | Literal["none"] | None
    """At run time, average the scores of an image and of its rotations by this angle both ways. Values:
    degrees, from 0 to 90, or none. Default: 'none'."""
    class_weights: Literal["none", "balanced"] | None
    """Sample weights: none, or balanced (inverse to the size of the class). Values: none or balanced.
    Default: 'none'."""
    weight_column: str | os.PathLike[str] | None
    """Column of a table that says what each row counts in training, a number at least 0; it is not used as an
    input. A name, or a number from 1."""
    separator: Literal["auto", "comma", "semicolon", "tab"] | None
    """Separator of a table's cells: comma, semicolon, tab, or auto: a semicolon if the first line has one,
    else a tab, else a comma. Values: auto, comma, semicolon or tab. Default: 'auto'."""
    header: bool | Literal["auto", "yes", "no"] | None
    """Whether the first line of a table names its columns: yes, no, or auto: if it holds no number. Values:
    auto, yes or no. Default: 'auto'."""
    label_column: str | os.PathLike[str] | None
    """The class column of a table: first, last, its name, or its number from 1. Default: 'last'."""
    ignore_columns: str | os.PathLike[str] | None
    """Columns of a table to ignore: names or numbers, separated by commas."""
    category_columns: str | os.PathLike[str] | None
    """Columns of a table that hold categories although these are numbers, such as codes: names or numbers,
    separated by commas."""
    missing: Literal["median", "refuse"] | None
    """Replacement of a missing value of a table (an empty cell, ?, NA, N/A, nan, null): median: that of its
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
    """About how long choosing and training on a table may take; counted in operations, so that the model does
    not depend on the machine. Values: seconds, from 1 to 86400. Default: 60.0."""
    seed: int | None
    """Seed of the random numbers. Default: 1."""
    features: str | os.PathLike[str] | None
    """Kind of features, or several kinds together, separated by commas; auto: the kind with the lowest
    held-out error, of images templates or orientations. Values: auto, templates, linear, products,
    orientations, binary-patterns, colors, channel-templates, stumps, trees, balls or gaussians, or several
    separated by commas. Default: 'auto'."""
    templates: str | os.PathLike[str] | None
    """Templates to choose from, SIDE:COUNT, several separated by commas; auto: 7:1000, beside other kinds
    7:100,11:50. Default: 'auto'."""
    mask_grid: int | None
    """Place masks along each side of the image. Values: from 1 to 16. Default: 4."""
    mask_sigma: float | None
    """Deviation of a place mask. Values: pixels, above 0. Default: 5.0."""
    mask_reach: float | None
    """Where a place mask ends. Values: deviations from its center, above 0. Default: 1.7."""
    components: int | None
    """Principal components in which balls, and Gaussians of images, are defined. Values: at least 1. Default:
    50."""
    centers: int | None
    """Anchor points of balls. Values: at least 1. Default: 1500."""
    radii: int | None
    """Balls around each anchor point. Values: from 1 to 255. Default: 35."""
    gaussians: int | None
    """Gaussian functions, around samples. Values: from 1 to 5000. Default: 1500."""
    gaussian_width: float | None
    """Width of Gaussians. Values: median distances between samples, above 0. Default: 0.35."""
    pool_trees: int | None
    """Trees whose leaves are features. Values: from 1 to 10000. Default: 100."""
    pool_leaves: int | None
    """Most leaves of such a tree. Values: from 2 to 1024. Default: 32."""
    channel_patches: int | None
    """Arrangements of channels that channel templates look for. Values: from 1 to 10000. Default: 200."""
    channels: str | os.PathLike[str] | None
    """What channel templates look at in each cell. Values: orientations, colors or binary-patterns, or
    several separated by commas. Default: 'orientations'."""
    channel_grid: int | None
    """Cells along the shorter side of the image for channel templates. Values: from 3 to 64. Default: 12."""
    rule: Literal["gradient", "line-search", "free-column"] | None
    """How the next feature is chosen: gradient, line-search or free-column. Values: gradient, line-search or
    free-column. Default: 'gradient'."""
    rounds: int | Literal["auto"] | None
    """Groups of features to choose (auto: as many as suit their kind). Values: from 0 to 100000, or auto.
    Default: 'auto'."""
    shortlist: int | None
    """Groups that the slower greedy rules compare. Values: at least 1. Default: 32."""
    patience: int | Literal["none"] | None
    """Early stopping: rounds without fewer validation errors. Values: rounds, at least 0, or none. Default:
    'none'."""
    frobenius: float | None
    """Strength of the squared weights in the objective. Values: at least 0. Default: 1e-05."""
    mixed_norm: float | None
    """Strength of the smooth L-infinity/L1 norm in the objective. Values: at least 0. Default: 0.0."""
    sharpness: float | None
    """Sharpness of that norm: larger is closer to the exact one, at least 1. Values: at least 1. Default:
    10.0."""
    tolerance: float | None
    """Relative tolerance on the objective in the convex step. Values: above 0 and below 1. Default: 0.001."""
    max_steps: int | None
    """Maximum number of steps of the convex solver per round. Values: at least 1. Default: 100."""
    validation: float | None
    """Share of the samples held out to measure the error after each round. Values: at least 0 and below 1.
    Default: 0.0."""
    normalized_side: float | Literal["none"] | None
    """Normalize the size of the ink to this side and center it. Values: pixels, from 4 to 1024, or none.
    Default: 'none'."""
    augmentation: int | None
    """Deformed copies of each training image to add. Values: at least 0. Default: 0."""
    elastic_sigma: float | None
    """Smoothness of elastic displacements. Values: pixels of a 28 x 28 image, from 0.1 to 100. Default:
    4.0."""
    elastic_alpha: float | None
    """Strength of elastic displacements, 28 times their mean in pixels. Values: from 0 to 1000. Default:
    20.0."""
    rotation: float | None
    """Largest rotation of a deformed image. Values: degrees, from 0 to 180. Default: 10.0."""
    scale: float | None
    """Largest change of scale of a deformed image along each axis, as a share. Values: from 0 to 1. Default:
    0.1."""
    shear: float | None
    """Largest shear of a deformed image. Values: from 0 to 1. Default: 0.1."""
    translation: float | None
    """Largest shift of a deformed image. Values: pixels of a 28 x 28 image, from 0 to 100. Default: 1.0."""
    growth: float | Literal["auto"] | None
    """Features that are added between two fits of all weights, as a share of those chosen so far (auto: one).
    Values: from 0 to 1000, or auto. Default: 'auto'."""
    choose_from: int | Literal["auto"] | None
    """Number of randomly drawn samples to choose features with; tuning uses all (auto: all). Values: at least
    0, or auto. Default: 'auto'."""
    tune_epochs: int | Literal["none"] | None
    """Passes over the samples that tune the chosen templates. Values: at least 0, or none. Default:
    'none'."""
    tune_batch: int | None
    """Samples per update of the templates. Values: at least 1. Default: 500."""
    tune_template_rate: float | Literal["auto"] | None
    """Initial step size of the templates (auto: 0.003, of channel templates 0.01). Values: at least 0, or
    auto. Default: 'auto'."""
    tune_weight_rate: float | Literal["auto"] | None
    """Initial step size of the class weights (auto: 6 divided by the number of columns, at most 0.02).
    Values: at least 0, or auto. Default: 'auto'."""
    shrinkage: float | None
    """Share of the best step that each tree takes. Values: above 0 and at most 1. Default: 0.15."""
    leaves: int | None
    """Most leaves of a tree. Values: from 2 to 1024. Default: 32."""
    tree_columns: int | Literal["auto"] | None
    """Inputs and pairs that a tree may split by, drawn anew for each tree (auto: three of ten, at most 64).
    Values: at least 0, or auto. Default: 'auto'."""
    pairs: int | None
    """Random sums and differences of two inputs to split by, too. Values: from 0 to 10000. Default: 64."""
    bins: int | None
    """Most bins of an input or pair. Values: from 2 to 255. Default: 64."""
    leaf_samples: int | None
    """Fewest samples in a leaf. Values: at least 1. Default: 1."""
    c: float | None
    """Weight of the loss relative to the sum of all weights: larger fits closer. Values: above 0. Default:
    1000000.0."""
    threshold: float | None
    """Stops when no stump violates its dual constraint by more than this. Values: at least 0. Default:
    0.001."""
    solver_tolerance: float | None
    """Tolerated violation of the optimality (KKT) conditions. Values: above 0. Default: 0.01."""
    passes: int | None
    """Maximum number of working sets per round (1: new stumps only, stagewise). Values: from 1 to 10000.
    Default: 2."""
    members: str | os.PathLike[str] | None
    """Classifiers whose scores are added: of each how often its scores count, its algorithm, and options of
    that, separated by semicolons, such as '1 trees leaves=8; 0.5 shareboost features=linear'. Default: '1
    trees; 1 shareboost'."""
    points: int | None
    """Maximum number of interest points per image. Values: from 1 to 256. Default: 10."""
    point_sigma: float | None
    """Standard deviation of the finest Gaussian. Values: pixels, from 0.3 to 100. Default: 1.0."""
    point_ratio: float | None
    """Ratio of the standard deviations of successive Gaussians. Values: above 1 and at most 10. Default:
    1.6."""
    point_scales: int | None
    """Number of differences of Gaussians to search. Values: from 1 to 16. Default: 1."""
    point_dark: bool | None
    """Detect dark blobs as well as bright ones. Default: True."""
    window_side: int | None
    """Side of the windows around interest points. Values: pixels, from 3 to 63. Default: 11."""
    min_deviation: float | None
    """Least standard deviation of a window's gray levels when wavelets are normalized. Values: gray levels,
    from 1 to 255. Default: 4.0."""
    wavelet_pool: int | None
    """Wavelets that candidates are drawn from. Values: at least 1. Default: 4000."""
    local_features: int | None
    """Local features in the hidden layer. Values: from 1 to 1024. Default: 32."""
    wavelets: int | None
    """Wavelets of each local feature. Values: from 1 to 10000. Default: 50."""
    wavelets_every: int | None
    """Rounds from one wavelet to the next. Values: at least 1. Default: 1."""
    candidates: int | None
    """Weak learners sampled for each choice. Values: from 1 to 1000000. Default: 1000."""
    disjunctions_by: Literal["derivative", "decrease"] | None
    """Criterion for choosing disjunctions: derivative or decrease. Values: derivative or decrease. Default:
    'decrease'."""
    refit: float | Literal["none"] | None
    """Refit the weights of all disjunctions of all classes together at the end, with this L2 penalty. Values:
    at least 0, or none. Default: 'none'."""


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
    separator: Literal["model", "auto", "comma", "semicolon", "tab"] | None
    """Separator of a table's cells: comma, semicolon, tab, auto: detected, or model: as in training. Values:
    model, auto, comma, semicolon or tab. Default: 'model'."""
    header: bool | Literal["model", "auto", "yes", "no"] | None
    """Whether the first line of a table names its columns: yes, no, auto: detected, or model: as in training.
    Values: model, auto, yes or no. Default: 'model'."""
    missing: Literal["model", "refuse"] | None
    """Replacement of a missing value of a table: model: as in training, or refuse: an error. Values: model or
    refuse. Default: 'model'."""


class EditOptions(TypedDict, total=False):
    """Of ocelli.edit()."""

    figure: str | os.PathLike[str] | None
    """What was measured."""
    value: str | os.PathLike[str] | None
    """Its value."""
    data: str | os.PathLike[str] | None
    """What it was measured on."""
    command: str | os.PathLike[str] | None
    """The command that measures it."""
    description: str | os.PathLike[str] | None
    """Description on the model's card."""
    license: str | os.PathLike[str] | None
    """License of the model and its data on the card."""
    min_score: float | None
    """The operating point: detections with a lower score are dropped by default. Values: at least 0."""
    normalized_side: float | Literal["none"] | None
    """Normalize the size of the ink to this side and center it before classification. Values: pixels, from 4
    to 1024, or none."""
    tilt: float | Literal["none"] | None
    """Average the scores of an image and of its rotations by this angle both ways. Values: degrees, from 0 to
    90, or none."""


class AdaptingOptions(TypedDict, total=False):
    """Of ocelli.adapt_reader()."""

    stay: float | None
    """Strength of the squared changes of the classifier's weights in the objective. Values: at least 0.
    Default: 0.0001."""
    adapt_steps: int | None
    """Maximum number of steps of the convex solver. Values: at least 1. Default: 30."""
    known_places: float | None
    """Number of glyphs that the known positions of a class count as. Values: above 0. Default: 20.0."""
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

    ngrams: int | None
    """Number of letter sequences that the language model keeps, most frequent first. Values: at least 1.
    Default: 400000."""
    min_word_count: int | None
    """Minimum number of occurrences of a word in the word list. Values: at least 1. Default: 3."""
    capitals: int | Literal["none"] | None
    """One line in this many is also rendered in capitals. Values: at least 0, or none. Default: 6."""
    min_character_count: int | None
    """Minimum number of occurrences of a character outside ASCII to belong to the language. Values: at least
    1. Default: 20."""
