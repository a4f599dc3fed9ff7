import { type DemoLink, demoLinkWords } from '../accounts/demo-link.ts';
import { commandLine, release } from '../base/release.ts';
import type { Services } from './services.ts';

/** The table that is printed at every start. It shows which services are in use. */
export function banner(
	{ settings, publicUrl, database, mailer, model, objects, payments, sso }: Services,
	smtpPort: number | null,
	link: DemoLink | null,
	mirror: string | null,
): string {
	const rows: [string, string][] = [
		['Address', settings.roles.has('api') ? publicUrl : 'none: this process has no api role'],
		['SMTP port', smtpPort ? `${smtpPort}, for addresses @${settings.mail.domain}` : 'none: no mail role'],
		...(settings.mail.mailbox && settings.roles.has('mail')
			? [
					['Mailbox', `${settings.mail.mailbox.name}, for addresses ${settings.mail.own.mailAddress}`] as [
						string,
						string,
					],
				]
			: []),
		['Database', database.describe],
		['Model', model.describe],
		['Mail', mailer.describe],
		['Payments', settings.sellsCredits ? payments.describe : 'none: runs cost nothing (CREDITS=off)'],
		['Files', objects.describe],
		...(mirror ? [['Mirror', mirror] as [string, string]] : []),
		...(sso ? [['Single sign-on', sso.describe] as [string, string]] : []),
		...(settings.mqtt.url
			? [['MQTT broker', `${new URL(settings.mqtt.url).host}, for Home Assistant`] as [string, string]]
			: []),
		['Roles', [...settings.roles].join(', ')],
	];
	if (link) {
		rows.push(['Demo account', `${link.demo.email}  ${link.demo.password}`]);
		rows.push([`Open it`, link.url]);
		rows.push(['', `(this link works ${demoLinkWords}, for whoever has it)`]);
	}
	const width = Math.max(...rows.map(([name]) => name.length));
	const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
	const camera = link ? `  A live camera for the demo account: ${commandLine('camera')} --demo\n\n` : '';
	return `\n  Watchword ${release}\n\n${lines.join('\n')}\n\n${camera}`;
}
