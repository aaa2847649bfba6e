#!/bin/sh
# Makes the example reports of this folder anew: docs/lab/examples.sh [BANNERET], from anywhere.
# It takes about half an hour of two cores. Runs are kept in build/lab (or LAB_RUNS), so a script that was stopped goes on
# where it was. PERCENT=5 plays a twentieth of the games, PERCENT=400 four times as many.
set -eu
banneret=${1:-banneret}
here=$(cd "$(dirname "$0")" && pwd)
runs=${LAB_RUNS:-$here/../../build/lab}
percent=${PERCENT:-100}
mkdir -p "$runs"

# Quick players by the thousand, and enough games of a search (385 tell a share to 5 points) to believe it first.
quick=$((4000 * percent / 100))
search=$((400 * percent / 100))

play() { # NAME QUESTION ARGUMENTS...
    name=$1
    shift
    if [ -e "$runs/$name" ]; then
        $banneret lab resume "$runs/$name" > /dev/null
    else
        $banneret lab ask "$@" --games $quick --search mcts:50 --search-games $search --folder "$runs/$name" > /dev/null
    fi
}

report() { # RUN QUESTION LANGUAGE NAME
    $banneret lab report "$runs/$1" --question "$2" --language "$3" -o "$here/$4.html"
}

play terra-tables seats --game terra
report terra-tables seats en terra-seats
report terra-tables length fr terra-length
report terra-tables comeback de terra-comeback

play donjons-capture-price capture-price --game donjons --players 2
report donjons-capture-price capture-price fr donjons-capture-price

play terra-target target --game terra --players 2
report terra-target target fr terra-target

play terra-maps maps --game terra --players 2
report terra-maps maps en terra-maps

play barony-tables seats --game barony
report barony-tables seats en barony-seats
