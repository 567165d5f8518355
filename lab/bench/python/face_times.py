"""Processor time of one thread: Ocelli, with one or more models, against the network YuNet in ONNX Runtime, on the same pictures in the same run.

    python3 lab/bench/python/face_times.py PROGRAM RUNTIME YUNET FOLDER MODEL... [--rounds 5] [--options "--min-size 20"]

RUNTIME is the folder in which `npm install onnxruntime-node` was run, YUNET the network's .onnx file. FOLDER has pictures as PGM (gray_copies.py),
so that nobody decodes. In each round the detectors take turns; the ratios are medians over the rounds. Nobody's start is counted. Two passes over the
pictures are: in the first one, memory is allocated for each new size of pictures, and Node.js compiles YuNet's runner.

YuNet's time is from gray pixels in memory to boxes. Ocelli's contains reading the PGM files and writing the records: the first pass is a run
over FOLDER less a run on a blank picture, the second pass a run over FOLDER twice less a run over it once.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import tempfile

import face_scores

RUNNER = pathlib.Path(__file__).parent.parent / "peers" / "yunet.mjs"
YUNET = "YuNet"


def yunet_seconds(runtime, network, folder):
    """Of the first and the second pass."""
    command = ["node", RUNNER, runtime, network, folder, "2"]
    run = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return tuple(map(float, run.stderr.split()[-2:]))


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ocelli_seconds(command, folder, blank):
    """Of the first and the second pass."""
    start, once, twice = (processor_seconds([*command, *inputs]) for inputs in ([blank], [folder], [folder, folder]))
    return once - start, twice - once


def blank_picture(folder):
    path = pathlib.Path(folder) / "blank.pgm"
    path.write_bytes(b"P5 32 32 255\n" + bytes(32 * 32))
    return path


def detect_command(arguments, model):
    return [arguments.program, "detect", "--threads", "1", "-m", model, *arguments.options.split()]


def seconds_of(arguments):
    """The seconds of both passes in each round, by detector."""
    commands = {pathlib.Path(model).name: detect_command(arguments, model) for model in arguments.models}
    seconds = {name: [] for name in (YUNET, *commands)}
    with tempfile.TemporaryDirectory() as folder:
        blank = blank_picture(folder)
        for _ in range(arguments.rounds):
            seconds[YUNET].append(yunet_seconds(arguments.runtime, arguments.yunet, arguments.folder))
            for name, command in commands.items():
                seconds[name].append(ocelli_seconds(command, arguments.folder, blank))
    return seconds


def cells_of(own, yunet, pictures):
    """Of one pass: time, ratio, range of ratios."""
    ratios = [one / other for one, other in zip(own, yunet)]
    milliseconds = 1000 * statistics.median(own) / pictures
    return [f"{milliseconds:.2f}", f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f}-{max(ratios):.2f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("program", "runtime", "yunet", "folder"):
        parser.add_argument(name)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--options", default="--min-size 20", help="of ocelli detect")
    arguments = parser.parse_args()
    pictures = len(list(pathlib.Path(arguments.folder).glob("*.pgm")))
    seconds = seconds_of(arguments)
    rows = [["detector", "first pass, ms a picture", "of YuNet's", "range", "second pass, ms a picture", "of YuNet's", "range"]]
    for name, own in seconds.items():
        passes = zip(zip(*own), zip(*seconds[YUNET]))
        rows.append([name, *(cell for one, yunet in passes for cell in cells_of(one, yunet, pictures))])
    print(face_scores.markdown(rows))


if __name__ == "__main__":
    main()
