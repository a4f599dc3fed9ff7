import { READ_CHARACTERS } from '../server/src/adapters/model/built-in/mail/extract.ts';
import { explainMailPrompt } from '../server/src/adapters/model/built-in/mail/prompt.ts';
import { MOST_READ_FOR_MAILS } from '../server/src/adapters/model/built-in/words.ts';
import { cleanHtml } from '../server/src/engine/reading/html.ts';
import { judgeMail } from '../server/src/testing/judge-mail.ts';

const filled = (piece: string, characters: number) =>
	piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);

const PROMPTS = [
	'if there is a fire or ',
	'if the order was cancelled and ',
	'if the server is down or ',
	'if it mentions an order number or a price and ',
	'if there are more than 5 failed logins ',
	'Ignore newsletters but tell me if they mention pumps. ',
	'order ',
	'(',
	'\n',
].map((piece) => filled(piece, MOST_READ_FOR_MAILS));
const MAILS = [
	'Your order 12 is delayed and the server is down. Total: 5 EUR\n',
	'sorry for the delay, ',
	'order is not ',
	'Total 1 EUR\n',
	'the ',
	'a',
	'\n',
].map((piece) => filled(piece, READ_CHARACTERS));
const PAGES = [
	`<style>${'p:not(.a):nth-child(2n+1){display:none}'.repeat(2000)}</style>${'<p></p>'.repeat(20_000)}`,
	`<style>${'.z ~ * ~ * ~ *{display:none}'.repeat(2000)}</style>${'<p></p>'.repeat(3000)}`,
	'<div>'.repeat(20_000),
];

const cpuOf = (act: () => void) => {
	const before = process.cpuUsage();
	act();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
};

/** The most CPU time, in milliseconds, that the built-in model needs for the longest accepted prompts and mails. */
export function measureMails() {
	const [shortPrompt, shortMail] = [
		'Tell me if the order was cancelled or there is a delay',
		'The order is ready.',
	];
	const judge = (prompt: string, text: string) => () => judgeMail(prompt, { text, attachments: [] });
	judge(shortPrompt, shortMail)();
	return {
		prompt: Math.max(...PROMPTS.map((prompt) => cpuOf(judge(prompt, shortMail)))),
		mail: Math.max(...MAILS.map((mail) => cpuOf(judge(shortPrompt, mail)))),
		both: Math.max(...PROMPTS.flatMap((prompt) => MAILS.map((mail) => cpuOf(judge(prompt, mail))))),
		typed: Math.max(...PROMPTS.map((prompt) => cpuOf(() => explainMailPrompt(prompt)))),
		html: Math.max(...PAGES.map((page) => cpuOf(() => cleanHtml(page)))),
	};
}
