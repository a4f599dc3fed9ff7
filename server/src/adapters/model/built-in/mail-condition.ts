import { extractFacts, type Fact, wordMatcher } from './extract.ts';

export interface MailText {
	from: string;
	subject: string;
	text: string;
}

/** What was asked about a mail, and whether it holds; null where words alone cannot show it. */
export interface MailJudgement {
	held: boolean | null;
	/** Each test in words, with its outcome. */
	tests: string[];
	terms: string[];
}

interface Test {
	where: 'subject' | 'sender' | 'mail';
	/** Something is said to stand there; otherwise the words are a property, which is beyond a search for words. */
	says: boolean;
	not: boolean;
	terms: string[];
}

const TOKEN =
	/["“«]([^"”»]{1,200})["”»]|[\w.+-]{1,64}@[\w.-]{1,200}|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,100}|[.,;:!?\n]/gu;
const set = (words: string) => new Set(words.trim().split(/\s+/));
const CUES = set('if when whenever whether once unless');
const SAYS =
	set(`contains contain containing mentions mention mentioning includes include including says say saying has
	have having states state reads about regarding concerning refers names with asks requests`);
const IS_SAID = set('mentioned appears appear occurs included contained stands found word words');
const WHERE = new Map<string, Test['where']>([
	...['subject', 'title', 'heading'].map((word) => [word, 'subject'] as const),
	...['from', 'sender', 'by'].map((word) => [word, 'sender'] as const),
	...['body', 'mail', 'mails', 'email', 'message', 'letter', 'text'].map((word) => [word, 'mail'] as const),
]);
const NOT = set("no not without never neither nor doesn't don't isn't hasn't doesn’t don’t isn’t hasn’t");
const NOISE =
	set(`a an the it its this that is are was be does do of to in any some there content line term phrase
	someone who which me my please comes came sent i on for written also you see get receive arrives`);
const DEEDS =
	set(`email mail send notify alert tell inform warn text let report write reply respond answer forward save
	store keep extract quote list summarise summarize give say ignore then otherwise note confirm acknowledge remind mark tag
	label thank provide`);
/** Forms that can be found as well as words. */
const FORMS = new Map<string, Fact>([
	['amount', 'amount'],
	['price', 'amount'],
	['date', 'date'],
	['time', 'time'],
	['phone', 'phone'],
	['link', 'link'],
]);

/** Judges the condition of a prompt on a mail; null where the prompt has none. */
export function judgeMail(prompt: string, mail: MailText): MailJudgement | null {
	const tokens = [...prompt.slice(0, 5000).matchAll(TOKEN)].map(([word, quoted]) => ({
		word: quoted === undefined ? word.toLowerCase() : '',
		quoted: quoted?.trim(),
	}));
	const cue = tokens.findIndex(({ word }) => CUES.has(word));
	if (cue < 0) return null;
	const end = tokens.findIndex(({ word }, at) => at > cue && endsCondition(word, tokens[at + 1]?.word));
	const either = readTests(tokens.slice(cue + 1, end < 0 ? tokens.length : end));
	const tests: string[] = [];
	const outcomes = either.map((all) => {
		const held = all.map((test) => run(test, mail, tests));
		return held.includes(false) ? false : held.includes(null) ? null : true;
	});
	const met = outcomes.includes(true)
		? true
		: outcomes.length === 0 || outcomes.includes(null)
			? null
			: false;
	const held = met !== null && tokens[cue]?.word === 'unless' ? !met : met;
	return { held, tests, terms: either.flat().flatMap(({ terms }) => terms) };
}

const endsCondition = (word: string, next = '') =>
	/^[.!?;:\n]$/.test(word) || word === 'then' || ((word === ',' || word === 'and') && DEEDS.has(next));

/** Alternatives, each a list of tests that must all hold. What one test leaves unsaid it takes from the one before. */
function readTests(tokens: { word: string; quoted: string | undefined }[]): Test[][] {
	const either: Test[][] = [[]];
	let test: Test = { where: 'mail', says: false, not: false, terms: [] };
	const finish = () => {
		if (test.terms.length > 0) either.at(-1)?.push(test);
		test = { ...test, not: false, terms: [] };
	};
	for (const { word, quoted } of tokens) {
		const where = WHERE.get(word);
		if (quoted) test.terms.push(quoted);
		else if (word === 'or' && test.not) {
			// "Neither a nor b": both must be missing.
			finish();
			test.not = true;
		} else if (word === 'or') {
			finish();
			either.push([]);
		} else if (word === 'and' || word === 'but' || word === ',') finish();
		else if (NOT.has(word)) test.not = true;
		else if (where) test = { ...test, where, says: test.says || where !== 'mail' };
		else if (SAYS.has(word)) {
			// Whoever says it is not what is looked for.
			test = { ...test, says: true, where: test.where === 'sender' ? 'mail' : test.where, terms: [] };
		} else if (IS_SAID.has(word)) test.says = true;
		else if (word && !NOISE.has(word) && !/^[,:]$/.test(word)) test.terms.push(word);
	}
	finish();
	return either.filter((all) => all.length > 0);
}

function run({ where, says, not, terms }: Test, mail: MailText, tests: string[]): boolean | null {
	const words = terms.map((term) => `“${term}”`).join(', ');
	// Whether there is an attachment does not stand in the words of a mail.
	if (!says || terms.some((term) => /^attachments?$/.test(term))) {
		tests.push(`${words} is not something it can judge by words`);
		return null;
	}
	const text = { subject: mail.subject, sender: mail.from, mail: `${mail.subject}\n${mail.text}` }[where];
	const found = terms.every((term) => {
		const form = FORMS.get(term.replace(/s$/, ''));
		if (form && extractFacts(text).has(form)) return true;
		return where === 'sender'
			? text.toLowerCase().includes(term.toLowerCase())
			: wordMatcher(term).test(text);
	});
	tests.push(`${words} ${found ? 'stands' : 'does not stand'} in the ${where}`);
	return found !== not;
}
