#!/bin/sh
# Runs in a bare root, where /try has the wheels, samples and what the checkout's program says of them: try.sh LOCALE
set -eu
export LC_ALL="$1"
cd /try
ocelli=/venv/bin/ocelli

same() {
  cmp "$1" "$2" || { echo "try: the wheel and the checkout differ: $1 $2 ($LC_ALL)" >&2; exit 1; }
}

$ocelli detect live.jpg >faces
same faces expected/faces
/venv/bin/python3 -m ocelli ocr page.pdf >text
same text expected/text
/venv/bin/python3 try.py
$ocelli detect --draw drawn --crop crops live.jpg >/dev/null
$ocelli ocr page.pdf -o searchable.pdf
$ocelli ocr page.pdf -o tables.xlsx 2>/dev/null
$ocelli ocr searchable.pdf >again 2>/dev/null
grep -q teacher again
$ocelli train classifier cars.csv -o cars.ocelli 2>/dev/null >/dev/null
$ocelli classify -m cars.ocelli cars.csv >labels 2>/dev/null
head -1 labels | grep -q '"label":"no"'
$ocelli convert cars.ocelli -o cars.onnx
if $ocelli detect picture.bmp >bmp 2>/dev/null; then
  echo "try: a BMP file was read; say so in docs/python.md" >&2
  exit 1
fi
rm -rf faces text drawn crops searchable.pdf tables.xlsx again cars.ocelli cars.onnx labels bmp
