#!/usr/bin/env bash
# Runs the commands that stand in blocks called `figures` in the documentation, and looks for every line that stands
# under one of them in what it says. Everything in them hangs on a seed, so each line has to come out exactly.
# By hand, not in CI: all of it takes some ten minutes on one free core.
#
#   tests/figures.sh            everything
#   tests/figures.sh crystal    only the commands in which that stands
#   tests/figures.sh --list     only name them
#
# KAISER=PATH tries that program instead of building one.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

list=false
only=
for argument in "$@"; do
  case $argument in
    --list) list=true ;;
    -*) printf 'usage: tests/figures.sh [--list] [WORDS]\n' >&2; exit 2 ;;
    *) only=$argument ;;
  esac
done

# One line for each that is to come out: file, number of the line, command, what it has to say.
wanted() {
  awk -v OFS='\t' '
    /^```/ { within = !within && $0 == "```figures"; command = ""; next }
    within && /^\$ / { command = substr($0, 3); print FILENAME, FNR, command, ""; next }
    within && command != "" { print FILENAME, FNR, command, $0 }
  ' docs/*.md docs/*/*.md
}

# Blanks in a row are one, and none stand at the ends.
squeezed() { sed -E 's/[[:space:]]+/ /g; s/^ //; s/ $//'; }

if ! $list; then
  if [[ -z ${KAISER:-} ]]; then
    cargo build --release --quiet
    KAISER=${CARGO_TARGET_DIR:-target}/release/kaiser
  fi
  PATH=$(cd "$(dirname "$KAISER")" && pwd):$PATH
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

commands=0 lines=0 wrong=0 said=
while IFS=$'\t' read -r file number command line; do
  [[ $command == *"$only"* ]] || continue
  if [[ -z $line ]]; then
    commands=$((commands + 1))
    if $list; then
      printf '%s:%s: %s\n' "$file" "$number" "$command"
      continue
    fi
    began=$SECONDS
    said=$(cd "$work" && bash -c "$command" 2>&1 </dev/null | squeezed) || true
    printf '%s:%s: %s (%s s)\n' "$file" "$number" "$command" $((SECONDS - began))
  elif ! $list; then
    lines=$((lines + 1))
    if ! grep -qxF -- "$(squeezed <<<"$line")" <<<"$said"; then
      wrong=$((wrong + 1))
      printf '%s:%s: otherwise than\n  %s\nbut\n%s\n' "$file" "$number" "$line" "$(sed 's/^/  /' <<<"$said")"
    fi
  fi
done < <(wanted)

if [[ $commands == 0 ]]; then
  printf 'no command of a `figures` block in %s/docs has "%s" in it\n' "$root" "$only" >&2
  exit 2
fi
$list && exit 0
printf '%s lines of %s commands, %s otherwise\n' "$lines" "$commands" "$wrong"
[[ $wrong == 0 ]]
