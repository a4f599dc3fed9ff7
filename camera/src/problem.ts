/** Something the user at the terminal can fix; the message says how. */
export class Problem extends Error {}
