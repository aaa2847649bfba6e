// How far this browser has seen each table, so that on return it can show what happened meanwhile.

const key = (table) => `banneret-seen-${table}`;

export function remember(table, ply) {
  try {
    localStorage.setItem(key(table), String(ply));
  } catch {
    // a browser that keeps nothing gets no recap on return
  }
}

/** The ply that was last seen; `now` if nothing is known. */
export function lastSeen(table, now) {
  try {
    return Number(localStorage.getItem(key(table)) ?? now);
  } catch {
    return now;
  }
}
