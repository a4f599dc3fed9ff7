import type { Mail } from '../ports.ts';

interface Addressee {
	email: string;
	name: string;
}

export function resetMail({ email, name }: Addressee, link: string): Mail {
	const lines = [
		`Hello ${name},`,
		'Someone, hopefully you, asked to set the password of your Watchword account. This link does it. It works once, within the next hour:',
		link,
		'If it was not you, do nothing: your password stays as it is.',
	];
	return {
		to: email,
		subject: 'Set your Watchword password',
		text: `${lines.join('\n\n')}\n`,
		html: lines
			.map((line) =>
				line === link
					? `<p><a href="${escapeHtml(link)}">Set your password</a></p>`
					: `<p>${escapeHtml(line)}</p>`,
			)
			.join('\n'),
	};
}

function escapeHtml(text: string): string {
	const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
	return text.replace(/[&<>"']/g, (character) => `&${names[character]};`);
}
