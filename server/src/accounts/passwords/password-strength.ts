import { Refusal } from '../../base/failures.ts';

/** The owner of the password. It must not consist mainly of what others know about them. */
export interface Person {
	email: string;
	name: string;
}

/** A password with fewer guesses than this can be found in hours by anyone who has its hash. */
const LEAST_GUESSES_LOG10 = 8;
/** Only this much is examined: the rest makes the password only longer. */
const EXAMINED_LENGTH = 40;

const PRODUCT = 'watchword';

const REASONS: Record<string, string> = {
	userInputs: 'it is mostly your name, your address or the name of this product',
	simpleRepeat: 'it repeats the same characters',
	extendedRepeat: 'it repeats the same characters',
	sequences: 'it follows the alphabet or counts up',
	straightRow: 'it follows the keys of a keyboard',
	keyPattern: 'it follows the keys of a keyboard',
	recentYears: 'it is mostly a date',
	dates: 'it is mostly a date',
};
const COMMON = 'it is one that many people use, or close to one';

/** Refuses a new password that is common or easy to guess, and says why. */
export async function refuseWeakPassword(password: string, { email, name }: Person): Promise<void> {
	const estimate = await estimator();
	const known = [email, ...email.split('@'), ...email.split(/[@.+_-]/), name, ...name.split(/\s+/)];
	const own = [...known, PRODUCT].filter((word) => word.length > 2);
	const { guessesLog10, feedback } = estimate(password.slice(0, EXAMINED_LENGTH), own);
	if (guessesLog10 >= LEAST_GUESSES_LOG10) return;
	const reason = REASONS[feedback.warning ?? ''] ?? COMMON;
	throw new Refusal(
		'auth/weak-password',
		`This password is easy to guess: ${reason}. Choose another, such as four words that have nothing to do with each other.`,
	);
}

/** The lists take a moment and some memory to load; most processes never need them. */
let loaded: ReturnType<typeof load> | null = null;
const estimator = () => {
	loaded ??= load();
	return loaded;
};

async function load() {
	const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
		import('@zxcvbn-ts/core'),
		import('@zxcvbn-ts/language-common'),
	]);
	const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
	return (password: string, own: string[]) => zxcvbn.check(password, own);
}
