/* Random playouts of Barony's base game in C: a benchmark's yardstick, which nothing else of the package uses.

   'banneret bench' builds this file and tells how the compiled rules compare with it; a test sees to it that
   both play the same games, action by action. It follows the Python modules beside it function by function,
   without spells and mystery places, and keeps their names. The header is written by yardstick.py: the struct
   State with the fields of table.State, and the numbers, enums and tables of the Python modules. */

#include <stdbool.h>
#include <stdint.h>

#include "header.h"

static inline int min(int a, int b) { return a < b ? a : b; }

/* Sets of hexes */

static inline void add(int64_t *cells, int cell) { cells[WORD_OF[cell]] |= BIT_OF[cell]; }

static inline void remove_from(int64_t *cells, int cell) { cells[WORD_OF[cell]] &= ~BIT_OF[cell]; }

/* The first hex of a word that is not empty; the word loses it. */
static inline int pop(int64_t *cells, int word) {
    int bit = __builtin_ctzll(*cells);
    *cells &= *cells - 1;
    return word * WORD_BITS + bit;
}

static int list_bits(int64_t cells, int base, int32_t *out, int count) {
    while (cells)
        out[count++] = base + pop(&cells, 0);
    return count;
}

/* Pieces */

static inline int building_of(int kind, int seat) { return kind << OWNER_BITS | seat; }

static inline bool has_village(const State *s, int seat, int cell) {
    return s->building[cell] == building_of(PIECE_VILLAGE, seat);
}

static inline int fighters(const State *s, int seat, int cell) {
    return s->knights[cell][seat] + has_village(s, seat, cell);
}

static inline bool keeps_out(const State *s, int seat, int cell) {
    if (s->building[cell] >> OWNER_BITS >= PIECE_STRONGHOLD)
        return (s->building[cell] & OWNER_MASK) == seat;
    return fighters(s, seat, cell) >= (s->terrain[cell] == MOUNTAIN ? 1 : 2);
}

static inline void stand_guard(State *s, int seat, int cell) {
    if (keeps_out(s, seat, cell))
        s->guard[cell] |= 1 << seat;
    else
        s->guard[cell] &= ~(1 << seat);
}

static inline void put_knights(State *s, int seat, int cell, int number) {
    s->knights[cell][seat] += number;
    add(s->knights_at[seat], cell);
    stand_guard(s, seat, cell);
}

static inline void take_knights(State *s, int seat, int cell, int number) {
    s->knights[cell][seat] -= number;
    if (s->knights[cell][seat] == 0)
        remove_from(s->knights_at[seat], cell);
    stand_guard(s, seat, cell);
}

static void put_building(State *s, int kind, int seat, int cell) {
    s->building[cell] = building_of(kind, seat);
    add(s->built, cell);
    if (kind == PIECE_VILLAGE) {
        add(s->villages_at[seat], cell);
    } else if (kind == PIECE_STRONGHOLD) {
        add(s->strongholds_at, cell);
    } else {
        add(s->cities_at[seat], cell);
        for (int word = 0; word < s->words; word++)
            s->outskirts[seat][word] |= NEAR[cell][word];
    }
    stand_guard(s, seat, cell);
}

static void take_village(State *s, int seat, int cell) {
    s->building[cell] = NO_BUILDING;
    remove_from(s->built, cell);
    remove_from(s->villages_at[seat], cell);
    stand_guard(s, seat, cell);
}

static inline int64_t enemy_knights(const State *s, int seat, int word) {
    int64_t cells = 0;
    for (int other = 0; other < s->players; other++)
        if (other != seat)
            cells |= s->knights_at[other][word];
    return cells;
}

static void take_token(State *s, int cell) {
    int kind = s->terrain[cell];
    if (s->bank[kind] > 0) {
        s->bank[kind]--;
        s->tokens[s->seat][kind]++;
    }
}

/* Turns */

static void next_placing(State *s) {
    if (++s->placed < s->players * FIRST_CITIES) {
        s->seat = PLACING_ORDER[s->players][s->placed];
    } else {
        s->seat = 0;
        s->phase = PHASE_ACT;
    }
}

static void end_round(State *s) {
    if (s->round >= s->max_rounds)
        s->reason = REASON_ROUNDS;
    for (int seat = 0; seat < s->players; seat++)
        if (s->rank[seat] == DUKE)
            s->reason = REASON_DUKE;
    if (s->reason != REASON_NOT_OVER)
        s->phase = PHASE_END;
}

static void end_turn(State *s) {
    s->moved = 0;
    s->arrived = 0;
    s->phase = PHASE_ACT;
    if (++s->seat == s->players) {
        s->seat = 0;
        s->round++;
        end_round(s);
    }
}

/* First cities */

static int64_t all_outskirts(const State *s, int word) {
    int64_t cells = 0;
    for (int seat = 0; seat < s->players; seat++)
        cells |= s->outskirts[seat][word];
    return cells;
}

static bool may_settle(const State *s, int cell) {
    int word = WORD_OF[cell];
    if (s->terrain[cell] == LAKE || s->terrain[cell] == FOREST)
        return false;
    return !((s->built[word] | all_outskirts(s, word)) & BIT_OF[cell]);
}

static int list_first_cities(const State *s, int32_t *out) {
    int count = 0;
    for (int cell = 0; cell < s->cells; cell++)
        if (may_settle(s, cell))
            out[count++] = CITY + cell;
    return count;
}

static void settle(State *s, int cell) {
    s->reserve[s->seat][PIECE_CITY]--;
    s->reserve[s->seat][PIECE_KNIGHT]--;
    put_building(s, PIECE_CITY, s->seat, cell);
    put_knights(s, s->seat, cell, 1);
    next_placing(s);
}

/* Moves */

static inline bool may_leave(const State *s, int cell) {
    return s->moved == 0 || cell != s->arrived || s->knights[cell][s->seat] > 1;
}

static inline int list_moves_from(const State *s, int seat, int start, int32_t *out, int count) {
    int others = ~(1 << seat);
    for (int i = 0; i < 6; i++) {
        out[count] = FIRST_MOVE[start] + i;
        count += (s->guard[NEIGHBOURS[start][i]] & others) == 0;
    }
    return count;
}

static int list_moves(const State *s, int32_t *out) {
    int seat = s->seat, count = 0;
    for (int word = 0; word < s->words; word++) {
        int64_t starts = s->knights_at[seat][word];
        while (starts) {
            int start = pop(&starts, word);
            if (may_leave(s, start))
                count = list_moves_from(s, seat, start, out, count);
        }
    }
    return count;
}

static bool any_move(const State *s) {
    int others = ~(1 << s->seat);
    for (int word = 0; word < s->words; word++) {
        int64_t starts = s->knights_at[s->seat][word];
        while (starts) {
            int start = pop(&starts, word);
            if (may_leave(s, start))
                for (int i = 0; i < 6; i++)
                    if ((s->guard[NEIGHBOURS[start][i]] & others) == 0)
                        return true;
        }
    }
    return false;
}

static int token_count(const State *s, int seat) {
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++)
        count += s->tokens[seat][kind];
    return count;
}

static void destroy_enemies(State *s, int cell) {
    for (int enemy = 0; enemy < s->players; enemy++) {
        if (enemy == s->seat)
            continue;
        int knights = s->knights[cell][enemy];
        if (knights > 0) {
            take_knights(s, enemy, cell, knights);
            s->reserve[enemy][PIECE_KNIGHT] += knights;
        }
        if (has_village(s, enemy, cell)) {
            take_village(s, enemy, cell);
            s->reserve[enemy][PIECE_VILLAGE]++;
            if (s->loots[enemy] < token_count(s, enemy))
                s->loots[enemy]++;
        }
    }
}

static int victim(const State *s) {
    for (int seat = s->seat + 1; seat < s->players; seat++)
        if (s->loots[seat] > 0)
            return seat;
    for (int seat = 0; seat < s->seat; seat++)
        if (s->loots[seat] > 0)
            return seat;
    return s->seat;
}

static void after_move(State *s) {
    if (victim(s) != s->seat)
        s->phase = PHASE_LOOT;
    else if (s->moved == 1 && any_move(s))
        s->phase = PHASE_MOVE;
    else
        end_turn(s);
}

static void move(State *s, int start, int end) {
    s->moved++;
    s->arrived = end;
    take_knights(s, s->seat, start, 1);
    put_knights(s, s->seat, end, 1);
    if (fighters(s, s->seat, end) >= 2)
        destroy_enemies(s, end);
    after_move(s);
}

static int list_loots(const State *s, int32_t *out) {
    int owner = victim(s), count = 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (s->tokens[owner][kind] > 0)
            out[count++] = LOOT + kind;
    return count;
}

static void loot(State *s, int kind) {
    int owner = victim(s);
    s->loots[owner]--;
    s->tokens[owner][kind]--;
    s->tokens[s->seat][kind]++;
    after_move(s);
}

/* Buildings in place of knights */

static inline int64_t free_knights(const State *s, int seat, int word) {
    return s->knights_at[seat][word] & ~s->built[word] & ~enemy_knights(s, seat, word);
}

static int list_deeds(const State *s, int32_t *out, int count) {
    int seat = s->seat;
    bool village = s->reserve[seat][PIECE_VILLAGE] > 0;
    bool stronghold = s->reserve[seat][PIECE_STRONGHOLD] > 0;
    for (int word = 0; word < s->words; word++) {
        int64_t knights = s->knights_at[seat][word], sites = free_knights(s, seat, word);
        while (knights) {
            int cell = pop(&knights, word);
            bool site = (sites & BIT_OF[cell]) != 0;
            count = list_moves_from(s, seat, cell, out, count);
            out[count] = VILLAGE[cell];
            count += site & village;
            out[count] = STRONGHOLD[cell];
            count += site & stronghold;
        }
    }
    return count;
}

static int list_builds(const State *s, int32_t *out) {
    int count = 0;
    for (int word = 0; word < s->words; word++) {
        int64_t sites = free_knights(s, s->seat, word);
        while (sites) {
            int cell = pop(&sites, word);
            if (s->reserve[s->seat][PIECE_VILLAGE] > 0)
                out[count++] = VILLAGE[cell];
            if (s->reserve[s->seat][PIECE_STRONGHOLD] > 0)
                out[count++] = STRONGHOLD[cell];
        }
    }
    return count;
}

static bool any_build(const State *s) {
    if (s->reserve[s->seat][PIECE_VILLAGE] == 0 && s->reserve[s->seat][PIECE_STRONGHOLD] == 0)
        return false;
    for (int word = 0; word < s->words; word++)
        if (free_knights(s, s->seat, word))
            return true;
    return false;
}

static void build(State *s, int kind, int cell) {
    s->reserve[s->seat][kind]--;
    put_building(s, kind, s->seat, cell);
    take_knights(s, s->seat, cell, 1);
    s->reserve[s->seat][PIECE_KNIGHT]++;
    take_token(s, cell);
    if (any_build(s))
        s->phase = PHASE_BUILD;
    else
        end_turn(s);
}

/* New cities */

static int list_cities(const State *s, int32_t *out, int count) {
    for (int word = 0; word < s->words; word++) {
        int64_t sites = s->villages_at[s->seat][word] & ~enemy_knights(s, s->seat, word);
        if (sites)
            sites &= ~s->forests[word] & ~all_outskirts(s, word);
        count = list_bits(sites, CITY + word * WORD_BITS, out, count);
    }
    return count;
}

static void found_city(State *s, int cell) {
    take_village(s, s->seat, cell);
    s->reserve[s->seat][PIECE_VILLAGE]++;
    s->reserve[s->seat][PIECE_CITY]--;
    s->cities_built[s->seat]++;
    put_building(s, PIECE_CITY, s->seat, cell);
    end_turn(s);
}

/* Knights from the reserve */

static int list_recruits(const State *s, int32_t *out, int count) {
    int knights = s->reserve[s->seat][PIECE_KNIGHT];
    int away = min(s->levy, knights), beside_lake = min(s->levy_lake, knights);
    for (int word = 0; word < s->words; word++) {
        int64_t places = s->cities_at[s->seat][word];
        while (places) {
            int cell = pop(&places, word);
            int most = s->lakeside[word] & BIT_OF[cell] ? beside_lake : away;
            for (int number = 0; number < most; number++)
                out[count++] = RECRUIT + cell * MAX_RECRUITS + number;
        }
    }
    return count;
}

static void recruit(State *s, int cell, int number) {
    s->reserve[s->seat][PIECE_KNIGHT] -= number;
    put_knights(s, s->seat, cell, number);
    end_turn(s);
}

static int list_expeditions(const State *s, int32_t *out, int count) {
    for (int word = 0; word < s->words; word++) {
        int64_t taken = s->built[word] | s->knights_at[s->seat][word] | enemy_knights(s, s->seat, word);
        count = list_bits(s->coast[word] & ~taken, EXPEDITION + word * WORD_BITS, out, count);
    }
    return count;
}

static void set_out(State *s, int cell) {
    s->reserve[s->seat][PIECE_KNIGHT] -= EXPEDITION_KNIGHTS;
    s->gone[s->seat]++;
    put_knights(s, s->seat, cell, 1);
    end_turn(s);
}

/* Titles */

static int title_code(int mountains, int forests, int plains, int fields) {
    int left = MAX_PAYMENT;
    int code = TITLE + OF_FOUR[left] - OF_FOUR[left - mountains];
    left -= mountains;
    code += OF_THREE[left] - OF_THREE[left - forests];
    left -= forests;
    return code + OF_TWO[left] - OF_TWO[left - plains] + fields;
}

static int useful(const State *s, int kind) {
    return s->token_points[kind] > 0 ? s->tokens[s->seat][kind] : 0;
}

static int fields_to_add(const State *s, int missing) {
    int value = s->token_points[FIELD];
    if (missing <= 0)
        return 0;
    return value > 0 ? (missing + value - 1) / value : NO_TOKEN;
}

static int least_token(const State *s, int mountains, int forests, int plains, int fields) {
    int least = NO_TOKEN;
    if (mountains > 0)
        least = s->token_points[MOUNTAIN];
    if (forests > 0)
        least = min(least, s->token_points[FOREST]);
    if (plains > 0)
        least = min(least, s->token_points[PLAIN]);
    if (fields > 0)
        least = min(least, s->token_points[FIELD]);
    return least;
}

static int wealth(const State *s, int seat) {
    int total = 0;
    for (int kind = 0; kind < KINDS; kind++)
        total += s->tokens[seat][kind] * s->token_points[kind];
    return total;
}

static int list_titles(const State *s, int32_t *out, int count) {
    int price = s->title_price;
    int most_mountains = useful(s, MOUNTAIN), most_forests = useful(s, FOREST), most_plains = useful(s, PLAIN);
    for (int mountains = 0; mountains <= most_mountains; mountains++) {
        int paid = mountains * s->token_points[MOUNTAIN];
        for (int forests = 0; forests <= most_forests; forests++) {
            int paid_twice = paid + forests * s->token_points[FOREST];
            for (int plains = 0; plains <= most_plains; plains++) {
                int paid_thrice = paid_twice + plains * s->token_points[PLAIN];
                int fields = fields_to_add(s, price - paid_thrice);
                int total = paid_thrice + fields * s->token_points[FIELD];
                if (fields <= s->tokens[s->seat][FIELD] &&
                    total - least_token(s, mountains, forests, plains, fields) < price)
                    out[count++] = title_code(mountains, forests, plains, fields);
                if (paid_thrice >= price)
                    break;
            }
            if (paid_twice >= price)
                break;
        }
        if (paid >= price)
            break;
    }
    return count;
}

static void pay(State *s, int kind, int number) {
    s->tokens[s->seat][kind] -= number;
    s->bank[kind] += number;
}

static void buy_title(State *s, int code) {
    int rest = code - TITLE, left = MAX_PAYMENT;
    for (; rest >= OF_THREE[left]; left--) {
        rest -= OF_THREE[left];
        pay(s, MOUNTAIN, 1);
    }
    for (; rest >= OF_TWO[left]; left--) {
        rest -= OF_TWO[left];
        pay(s, FOREST, 1);
    }
    for (; rest > left; left--) {
        rest -= left + 1;
        pay(s, PLAIN, 1);
    }
    pay(s, FIELD, rest);
    s->rank[s->seat]++;
    end_turn(s);
}

/* The order of play */

static int legal_acts(const State *s, int32_t *out) {
    int seat = s->seat, knights = s->reserve[seat][PIECE_KNIGHT], count = 0;
    if (knights > 0)
        count = list_recruits(s, out, count);
    count = list_deeds(s, out, count);
    if (s->reserve[seat][PIECE_CITY] > 0)
        count = list_cities(s, out, count);
    if (knights >= EXPEDITION_KNIGHTS)
        count = list_expeditions(s, out, count);
    if (s->rank[seat] < DUKE && wealth(s, seat) >= s->title_price)
        count = list_titles(s, out, count);
    return count;
}

static int with(int code, int32_t *out, int count) {
    out[count] = code;
    return count + 1;
}

static int legal(const State *s, int32_t *out) {
    int count;
    switch (s->phase) {
    case PHASE_ACT:
        count = legal_acts(s, out);
        return count ? count : with(PASS, out, 0);
    case PHASE_MOVE:
        return with(DONE, out, list_moves(s, out));
    case PHASE_BUILD:
        return with(DONE, out, list_builds(s, out));
    case PHASE_LOOT:
        return list_loots(s, out);
    case PHASE_CITIES:
        count = list_first_cities(s, out);
        return count ? count : with(PASS, out, 0);
    default:
        return 0;
    }
}

static void do_deed(State *s, int cell, int to) {
    if (to > CELLS)
        build(s, to - CELLS, cell);
    else
        move(s, cell, to);
}

static void apply(State *s, int code) {
    if (code < DEED)
        recruit(s, (code - RECRUIT) / MAX_RECRUITS, (code - RECRUIT) % MAX_RECRUITS + 1);
    else if (code < CITY)
        do_deed(s, DEED_FROM[code - DEED], DEED_TO[code - DEED]);
    else if (code < EXPEDITION && s->phase == PHASE_CITIES)
        settle(s, code - CITY);
    else if (code < EXPEDITION)
        found_city(s, code - CITY);
    else if (code < CAST)
        set_out(s, code - EXPEDITION);
    else if (code < DONE)
        loot(s, code - LOOT);
    else if (code < TITLE && s->phase == PHASE_CITIES)
        next_placing(s);
    else if (code < TITLE)
        end_turn(s);
    else
        buy_title(s, code);
}

/* Playouts */

static inline uint32_t below(uint32_t rng[4], uint32_t n) {
    uint32_t word = rng[0] + rng[1] + rng[3]++;
    rng[0] = rng[1] ^ rng[1] >> 9;
    rng[1] = rng[2] + (rng[2] << 3);
    rng[2] = (rng[2] << 21 | rng[2] >> 11) + word;
    return (uint64_t)word * n >> 32;
}

/* Play on to the end, or for `limit` actions, which go into the trail unless that is NULL; returns how many. */
int64_t playout(State *state, int64_t words[4], int64_t limit, int32_t *trail) {
    State s = *state;
    uint32_t rng[4] = {words[0], words[1], words[2], words[3]};
    int32_t codes[CODES];
    int64_t plies = 0;
    while (plies < limit && s.phase != PHASE_END) {
        int code = codes[below(rng, legal(&s, codes))];
        if (trail)
            trail[plies] = code;
        apply(&s, code);
        plies++;
    }
    for (int i = 0; i < 4; i++)
        words[i] = rng[i];
    *state = s;
    return plies;
}
