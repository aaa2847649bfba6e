// What a position tells of whose turn it is.

/** It is the turn of who looks, and the game has begun. */
export const isMine = (position) =>
  position.seat !== null && position.acting === position.seat && Object.keys(position.paths).length > 0;

/** Whether nothing has changed on the board or in what may be done: somebody spoke, came or went. */
export const sameBoard = (one, other) =>
  one.moved === other.moved && one.seat === other.seat && isMine(one) === isMine(other);
