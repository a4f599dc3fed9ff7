/** Runs that a customer repeated, on the picture or mail of an earlier run. Their keys have a prefix. */
import { newId } from '../base/ids.ts';

const PREFIX = 'again:';

export const keyOfRunAgain = (id: string) => `${PREFIX}${id}:${newId()}`;

export const isRunAgain = ({ _triggerKey }: { _triggerKey: string }) => _triggerKey.startsWith(PREFIX);

/** The keys of such runs, for LIKE. */
export const RUNS_AGAIN = `${PREFIX}%`;
