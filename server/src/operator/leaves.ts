import { isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import type { OperatorOverview } from '@watchword/contract/operator-status';
import { sql } from 'drizzle-orm';
import { ownAddresses } from '../deliveries/address-rules.ts';
import { channels, pushSubscriptions, webhookEndpoints } from '../deliveries/tables.ts';
import type { Database } from '../ports/database.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Model } from '../ports/model.ts';
import type { Settings } from '../settings.ts';

/** Whether a host, with or without a port, is not this machine. A name may lead anywhere. */
function isElsewhere(host: string): boolean {
	const name =
		URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}`)?.hostname.replace(/^\[|\]$/g, '') ?? host;
	if (name === 'localhost' || name === hostname().toLowerCase()) return false;
	return isIP(name) === 0 || !ownAddresses()(name);
}

type Leaving = OperatorOverview['leaves'][number];

interface Needs {
	settings: Settings;
	database: Database;
	model: Model;
	mailer: Mailer;
}

/** What leaves this machine as it is set up now; docs/what-leaves.md has everything that could. */
export async function leavesOf({ database, settings, mailer, model }: Needs): Promise<Leaving[]> {
	const { rows } = await database.db.execute(sql`select
		(select count(*)::int from ${pushSubscriptions}) as browsers, (select count(*)::int from ${webhookEndpoints}) as webhooks,
		(select count(*)::int from ${channels} where kind = 'telegram') as telegrams,
		(select count(*)::int from ${channels} where kind <> 'telegram') as others`);
	type Counts = { browsers: number; webhooks: number; telegrams: number; others: number };
	const { browsers, webhooks, telegrams, others } = rows[0] as Counts;
	const { http, mail, stripe, sellsCredits, files, sso, roles } = settings;
	const hostOf = (url: string) => new URL(url).host;
	// Such as "llava at 10.0.0.7:11434".
	const served = !model.builtIn && !model.local && isElsewhere(model.describe.split(' at ').at(-1) ?? '');
	const bucket = (store: NonNullable<typeof files.s3 | typeof files.mirror>) =>
		`${store.bucket} at ${store.endpoint ? hostOf(store.endpoint) : `Amazon S3, ${store.region}`}`;
	const known: (false | null | Leaving)[] = [
		mailer.server !== null &&
			isElsewhere(mailer.server.host) && {
				what: 'Mails that automations and the portal send',
				to: `${mailer.server.host}:${mailer.server.port}`,
				off: mail.outUrl
					? 'Remove SMTP_URL; mails become files.'
					: 'Remove the server under Mail; mails become files.',
			},
		roles.has('mail') && {
			what: 'Questions about the senders of mails that come in',
			to: 'the name server of this machine',
			off: 'Leave mail out of ROLES.',
		},
		mail.mailbox !== null && {
			what: 'Questions for new mails, with the password of the mailbox',
			to: `${mail.mailbox.host}:${mail.mailbox.port}`,
			off: 'Remove MAIL_IN.',
		},
		served && {
			what: 'Prompts, with the pictures and mails that they are about',
			to: model.describe,
			off: 'Let the built-in model decide, or one that runs on this machine.',
		},
		http.acme && {
			what: 'Requests for a certificate, with the name of this installation',
			to: hostOf(http.acme.directory),
			off: 'Remove TLS_ACME.',
		},
		browsers > 0 && {
			what: 'Push messages, encrypted',
			to: `the makers of ${browsers === 1 ? 'one browser' : `${browsers} browsers`} that allowed them`,
			off: 'Their owners turn them off on the Account screen.',
		},
		webhooks > 0 && {
			what: 'Webhooks',
			to: webhooks === 1 ? 'an address that a customer added' : `${webhooks} addresses that customers added`,
			off: 'Their owners remove them on the Account screen.',
		},
		settings.mqtt.url !== null && {
			what: 'Latest pictures and verdicts of accounts that are in Home Assistant',
			to: `the MQTT broker ${hostOf(settings.mqtt.url)}`,
			off: 'Remove MQTT_URL; or their owners turn it off on the Account screen.',
		},
		telegrams > 0 && {
			what: 'Messages with their pictures, by Telegram',
			to: hostOf(settings.telegramUrl),
			off: 'Their owners remove them on the Account screen.',
		},
		others > 0 && {
			what: 'Messages with their pictures, by ntfy and Apprise',
			to: others === 1 ? 'an address that a customer added' : `${others} addresses that customers added`,
			off: 'Their owners remove them on the Account screen.',
		},
		stripe &&
			sellsCredits && { what: 'Payments', to: hostOf(stripe.apiUrl), off: 'Remove the STRIPE settings.' },
		files.s3 && {
			what: 'Pictures, mails and saved files',
			to: bucket(files.s3),
			off: 'Remove the S3 settings.',
		},
		files.mirror && {
			what: 'A copy of what automations save',
			to: bucket(files.mirror),
			off: 'Remove the MIRROR_S3 settings.',
		},
		sso && { what: 'Sign-in by single sign-on', to: hostOf(sso.issuer), off: 'Remove the OIDC settings.' },
		settings.database.url !== null && {
			what: 'Everything that is stored',
			to: database.describe,
			off: 'Remove DATABASE_URL; the embedded database is used.',
		},
	];
	return known.filter((one) => one !== false && one !== null);
}
