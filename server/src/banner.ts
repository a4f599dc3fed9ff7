import type { Demo } from './accounts/demo.ts';
import type { House } from './compose.ts';

/** What is in use, in one table, at every start. */
export function banner(
	{ settings, publicUrl, database, mailer, model, objects, payments }: House,
	smtpPort: number | null,
	demo: Demo | null,
): string {
	const rows: [string, string][] = [
		['Address', settings.roles.has('api') ? publicUrl : 'none: this process has no api role'],
		['SMTP port', smtpPort ? `${smtpPort}, for addresses @${settings.mail.domain}` : 'none: no mail role'],
		['Database', database.describe],
		['Model', model.describe],
		['Mail', mailer.describe],
		['Payments', payments.describe],
		['Files', objects.describe],
		['Roles', [...settings.roles].join(', ')],
	];
	if (demo) rows.push(['Demo sign-in', `${demo.email}  ${demo.password}`]);
	const width = Math.max(...rows.map(([name]) => name.length));
	const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
	const camera = demo ? '  A live camera for the demo account: npm run camera -- --demo\n\n' : '';
	return `\n  Watchword\n\n${lines.join('\n')}\n\n${camera}`;
}
