/**
 * The second argument of `max` for texts and lists: nothing more is done with one that is too long. Without it, later checks and
 * changes would still work on the whole of it.
 */
export const ends = (error?: string) => ({ abort: true, ...(error !== undefined && { error }) });
