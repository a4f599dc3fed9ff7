import { letter } from '../letter.ts';
import type { Mail } from '../ports.ts';

interface Addressee {
	email: string;
	name: string;
}

export function resetMail({ email, name }: Addressee, link: string): Mail {
	return letter(email, 'Set your Watchword password', [
		`Hello ${name},`,
		'Someone, hopefully you, asked to set the password of your Watchword account. This link does it. It works once, within the next hour.',
		{ link, words: 'Set your password' },
		'If it was not you, do nothing: your password stays as it is.',
	]);
}
