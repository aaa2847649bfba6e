#!/bin/sh
# Makes the example reports of this folder anew: docs/lab/examples.sh [BANNERET], from anywhere.
# Runs are kept in build/lab (or LAB_RUNS), so a script that was stopped goes on where it was. PERCENT=5 plays a twentieth of
# the games; with PERCENT=1000, hours of two cores, the search has games enough (385 of each arm) to be believed first.
set -eu
banneret=${1:-banneret}
here=$(cd "$(dirname "$0")" && pwd)
runs=${LAB_RUNS:-$here/../../build/lab}
percent=${PERCENT:-100}
mkdir -p "$runs"

play() { # NAME QUICK SEARCH QUESTION ARGUMENTS...: so many games of quick players, so many of a search
    name=$1
    quick=$(($2 * percent / 100))
    search=$(($3 * percent / 100))
    shift 3
    if [ -e "$runs/$name" ]; then
        $banneret lab resume "$runs/$name" > /dev/null
    else
        $banneret lab ask "$@" --games $quick --search mcts:50 --search-games $search --folder "$runs/$name" > /dev/null
    fi
}

report() { # RUN QUESTION LANGUAGE NAME
    $banneret lab report "$runs/$1" --question "$2" --language "$3" -o "$here/$4.html"
}

play terra-tables 4000 60 seats --game terra
report terra-tables seats en terra-seats
report terra-tables length fr terra-length
report terra-tables comeback de terra-comeback

play donjons-capture-price 2000 40 capture-price --game donjons --players 2
report donjons-capture-price capture-price fr donjons-capture-price

play terra-target 2000 40 target --game terra --players 2
report terra-target target fr terra-target

play terra-maps 2000 40 maps --game terra --players 2
report terra-maps maps en terra-maps

play barony-tables 4000 60 seats --game barony
report barony-tables seats en barony-seats
