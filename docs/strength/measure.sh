#!/bin/sh
# Plays the games that docs/strength.md tells of, and puts what came of them into it: docs/strength/measure.sh [BANNERET], from anywhere.
# Outcomes are kept in this folder, so a script that was stopped goes on where it was; remove them when players have changed.
# All of it takes about a day of two idle cores. GAMES=20 plays so many games of each meeting at the most, ROWS='duke baron-knight'
# only the meetings whose files begin so, JOBS=8 so many games at a time.
set -eu
banneret=${1:-banneret}
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../strength.md
most=${GAMES:-200}

meet() { # NAME SEATS GAMES PLAYERS
    games=$(($3 < most ? $3 : most))
    for row in ${ROWS:-$1}; do
        case $1 in "$row"*)
            for game in baron donjons terra barony sorcery; do
                echo "$game, $2 seats, $4:"
                $banneret arena --game $game --seats $2 --players "$4" --games $games ${JOBS:+--jobs "$JOBS"} --results "$here/$1.jsonl"
            done
            ;;
        esac
    done
}

refresh() { # SEATS: the table below the comment that names it
    table=$($banneret standings $1 "$here"/*.jsonl)
    TABLE=$table MARK="<!-- banneret standings $1 -->" awk '
        $0 == ENVIRON["MARK"] { print; print ENVIRON["TABLE"]; old = 1; next }
        old && /^\|/ { next }
        { old = 0; print }' "$page" > "$page.new"
    mv "$page.new" "$page"
}

meet 2-knight-squire 2 200 knight,squire
meet 2-baron-knight 2 200 baron,knight
meet 2-duke-baron 2 200 duke,baron
meet 2-ten-times 2 200 mcts:1s,mcts:0.1s
meet 2-search-greedy 2 200 mcts:0.2s,greedy
meet 2-search-random 2 200 mcts:0.2s,random
meet 2-knight-greedy 2 200 knight,greedy
meet 2-knight-random 2 200 knight,random
meet 2-greedy-random 2 200 greedy,random
meet 3-baron-greedy 3 96 baron,greedy
meet 3-baron-knight 3 96 baron,knight
meet 4-baron-greedy 4 96 baron,greedy
meet 4-baron-knight 4 96 baron,knight

refresh '--seats 2'
refresh '--seats 2 --thought'
refresh '--seats 3 --seats 4'
