/** Something the one at the terminal can mend; the message says how. */
export class Problem extends Error {}
