"""The signs beyond ASCII that every reader learns, whatever its language.

  scripts/reader_signs.py    prints them
"""

QUOTES = "“”‘’«»"
DASHES = "–—"
SIGNS = "£€¥§¶©°†‡•·½¼¾×÷±²³¹№™®" + QUOTES + DASHES

if __name__ == "__main__":
    print(" ".join(SIGNS))
