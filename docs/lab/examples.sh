#!/bin/sh
# Makes the example reports of this folder anew: docs/lab/examples.sh [BANNERET], from anywhere. About an hour on two cores.
# Runs are kept in build/lab, so a script that was stopped goes on where it was.
set -eu
banneret=${1:-banneret}
here=$(cd "$(dirname "$0")" && pwd)
runs=${LAB_RUNS:-$here/../../build/lab}
mkdir -p "$runs"

report() { # NAME LANGUAGE QUESTION ARGUMENTS...
    name=$1 language=$2 question=$3
    shift 3
    if [ -e "$runs/$name" ]; then
        $banneret lab resume "$runs/$name" > /dev/null
    else
        $banneret lab ask "$question" "$@" --folder "$runs/$name" > /dev/null
    fi
    $banneret lab report "$runs/$name" --language "$language" -o "$here/$name.html"
}

report terra-seats en seats --game terra --games 2000 --search mcts:100 --search-games 24
report barony-seats en seats --game barony --games 2000 --search mcts:100 --search-games 60
report terra-length fr length --game terra --games 2000 --search none
report terra-target fr target --game terra --players 2 --games 2000 --search none
report donjons-capture-price fr capture-price --game donjons --players 2 --games 2000 --search none
report terra-maps fr maps --game terra --players 2 --games 2000 --search none
report terra-comeback de comeback --game terra --games 2000 --search none
report terra-start-fairness fr start-fairness --game terra --players 2 --games 2000
