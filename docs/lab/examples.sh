#!/bin/sh
# Makes the example reports of this folder anew: docs/lab/examples.sh [BANNERET], from anywhere.
# Runs are kept in build/lab (or LAB_RUNS), so a script that was stopped goes on where it was. The answers get surer with
# more games, for example TIMES=5 for five times as many.
set -eu
banneret=${1:-banneret}
here=$(cd "$(dirname "$0")" && pwd)
runs=${LAB_RUNS:-$here/../../build/lab}
times=${TIMES:-1}
mkdir -p "$runs"

play() { # NAME QUESTION ARGUMENTS...
    name=$1
    shift
    if [ -e "$runs/$name" ]; then
        $banneret lab resume "$runs/$name" > /dev/null
    else
        $banneret lab ask "$@" --folder "$runs/$name" > /dev/null
    fi
}

report() { # RUN QUESTION LANGUAGE NAME
    $banneret lab report "$runs/$1" --question "$2" --language "$3" -o "$here/$4.html"
}

play terra-tables seats --game terra --games $((300 * times)) --search mcts:100 --search-games $((6 * times))
report terra-tables seats en terra-seats
report terra-tables length fr terra-length
report terra-tables comeback de terra-comeback

play donjons-capture-price capture-price --game donjons --players 2 --games $((200 * times)) --search none
report donjons-capture-price capture-price fr donjons-capture-price

play terra-target target --game terra --players 2 --games $((200 * times)) --search none
report terra-target target fr terra-target

play terra-maps maps --game terra --players 2 --games $((200 * times)) --search none
report terra-maps maps en terra-maps

play barony-tables seats --game barony --games $((1000 * times)) --search mcts:100 --search-games $((16 * times))
report barony-tables seats en barony-seats
