#!/bin/sh
# Draws the pictures of this folder. Run it at the root of the source.
set -e
mkdir -p docs/paper
kaiser print asahi lion --dpi 100 -o docs/paper/battleship.png
kaiser print torpedo-boats-misread --parts cards --dpi 100 -o docs/paper/destroyers.png
kaiser print ulsan --side russia --parts divisions --dpi 100 -o docs/paper/division.png
kaiser print ulsan --size poker --parts cards --dpi 100 -o docs/paper/poker.png
kaiser print ulsan --parts reference --dpi 100 -o docs/paper/reference.png
kaiser print ulsan --side japan --parts cutouts --dpi 80 -o docs/paper/cutouts.png
kaiser print ulsan --side japan --parts briefing --dpi 100 -o docs/paper/briefing.png
kaiser map ulsan near azuma 1 --tiles a4 --used -o docs/paper/tiles.png
kaiser play ulsan --measured --script tests/suite/ulsan.script -o ulsan-played.kaiser
kaiser print ulsan-played.kaiser --parts result --dpi 100 -o docs/paper/result.png
