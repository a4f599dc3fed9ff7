import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { databaseServers } from './settings/environment.ts';
import { readSettings, SETTING_NAMES } from './settings.ts';

const BAD_PUBLIC =
	'must be an address without a path, such as https://portal.example.com: the portal needs a host name to itself';
const BAD_DATABASE =
	'must be an address such as postgres://user:password@host:5432/name, or with several hosts: first:5432,second:5432';

describe('settings', () => {
	test('have defaults that need nothing', () => {
		const settings = readSettings({});
		expect(settings.http).toMatchObject({ port: 8080, host: '127.0.0.1', publicUrl: null, tls: null });
		expect(settings.demo).toBe('full');
		expect(settings.mail).toMatchObject({ inPort: 2525, outUrl: null });
		expect(settings.database.url).toBeNull();
		expect([...settings.roles]).toEqual(['api', 'mail', 'worker', 'scheduler']);
		expect(settings.dataDir).toMatch(/data$/);
	});

	test('name the servers of a database with standbys', () => {
		const url = 'postgresql://u:p%40@first:5432,second/name?sslmode=require';
		expect(readSettings({ DATABASE_URL: url }).database.url).toBe(url);
		expect(databaseServers(url)).toEqual([
			'postgresql://u:p%40@first:5432/name?sslmode=require',
			'postgresql://u:p%40@second/name?sslmode=require',
		]);
		expect(databaseServers('postgres://[::1]:5433/name')).toEqual(['postgres://[::1]:5433/name']);
	});

	test('name a mailbox, and how the addresses in it look', () => {
		const MAIL_IN = 'imaps://portal%40example.com:p%2Fw@imap.example.com/Auto%20mails';
		const { mail } = readSettings({ MAIL_IN, MAIL_IN_AUTHSERV: 'MX.example.com' });
		expect(mail.mailbox).toMatchObject({
			...{ host: 'imap.example.com', port: 993, isSecure: true, isHere: false },
			...{ user: 'portal@example.com', password: 'p/w', folder: 'Auto mails', authserv: 'mx.example.com' },
			name: 'Auto mails of portal@example.com at imap.example.com',
		});
		expect(mail.own).toEqual({
			mailDomain: 'automations.localhost',
			mailAddress: 'portal+{id}@example.com',
		});
		const caught = readSettings({ MAIL_IN, MAIL_IN_ADDRESS: '{id}@in.example.com' }).mail.own;
		expect(caught).toEqual({ mailDomain: 'in.example.com', mailAddress: '{id}@in.example.com' });
	});

	test.each([
		['imaps://imap.example.com/INBOX', {}, 'MAIL_IN must name the user and the password'],
		['https://a:b@imap.example.com', {}, 'MAIL_IN must be an address such as imaps://'],
		['imaps://a:100%@imap.example.com', {}, 'MAIL_IN must'],
		['imaps://robin:b@imap.example.com', {}, 'set MAIL_IN_ADDRESS, such as'],
		['imaps://a%40b.c:b@x.example', { MAIL_IN_ADDRESS: 'me@b.c' }, 'with {id} in it once'],
		['imaps://a%40b.c:b@x.example', { MAIL_IN_FOLDER: 'INBOX' }, 'MAIL_IN_FOLDER is the folder that is read'],
		['', { MAIL_IN_FOLDER: 'Done' }, 'MAIL_IN_FOLDER needs MAIL_IN'],
	])('with the mailbox %j and %j are refused, without the password', (MAIL_IN, more, why) => {
		const read = () => readSettings({ MAIL_IN, ...more });
		expect(read).toThrow(why);
		expect(read).not.toThrow('100%');
	});

	test('say how long an unused session lives', () => {
		expect(readSettings({}).auth.idleSeconds).toBe(30 * 24 * 3600);
		expect(readSettings({ SESSION_IDLE_HOURS: '8' }).auth.idleSeconds).toBe(8 * 3600);
		expect(() => readSettings({ SESSION_IDLE_HOURS: '0' })).toThrow('SESSION_IDLE_HOURS');
	});

	test('are listed in .env.example, all of them, with their defaults', async () => {
		const example = parseEnv(await readFile(new URL('../../.env.example', import.meta.url), 'utf8'));
		expect(Object.keys(example).sort()).toEqual([...SETTING_NAMES].sort());
		expect(readSettings(example)).toEqual(readSettings({}));
	});

	test('there is no demo account beside PostgreSQL', () => {
		expect(readSettings({ DATABASE_URL: 'postgres://db/watchword', DEMO: 'full' }).demo).toBe('none');
	});

	test('left blank count as not set', () => {
		expect(readSettings({ PORT: '', DATABASE_URL: '' }).http.port).toBe(8080);
		expect(readSettings({ PORT: ' ', CREDITS_PER_RUN: '\t' })).toMatchObject({
			http: { port: 8080 },
			runs: { creditsPerRun: 1 },
		});
	});

	test.each([
		['PORT', '80a', 'must be a port number'],
		['PORT', '70000', 'must be between 0 and 65535'],
		['SMTP_PORT', '-1', 'must be between 0 and 65535'],
		['PUBLIC_URL', 'portal.example.com', 'must be a web address such as https://portal.example.com'],
		['PUBLIC_URL', 'https://example.com/portal', BAD_PUBLIC],
		['PUBLIC_URL', 'https://user:secret@example.com', BAD_PUBLIC],
		['PUBLIC_URL', 'https://example.com?a=b', BAD_PUBLIC],
		['DATABASE_URL', 'mysql://x', BAD_DATABASE],
		['DATABASE_URL', 'postgres://u@a:5432,b:x/name', BAD_DATABASE],
		['ROLES', 'api,web', 'must be a list of api, mail, worker, scheduler'],
		['SMTP_URL', 'mail.example.com', 'must be an address such as smtp://user:password@mail.example.com:587'],
		['SMTP_URL', 'smtp://', 'must be an address such as smtp://user:password@mail.example.com:587'],
		['SMTP_URL', 'smtp://u:100%@mail.example.com', 'must have every % of the user and the password as %25'],
		['MQTT_URL', 'mqtt://u:100%@broker', 'must have every % of the user and the password as %25'],
		['HTTPS_PROXY', 'proxy:3128', 'must be the address of a proxy such as http://proxy.example.com:3128'],
		['MAIL_FROM', 'nobody', 'must be a sender such as Watchword <portal@example.com>'],
		['MAIL_DOMAIN', 'a b', 'must be a domain such as automations.example.com'],
		['MAIL_SERVER', 'a b:25', 'must be a machine such as mail.example.com or mail.example.com:25'],
		['SUPPORT_EMAIL', 'help', 'must be an email address'],
		['TERMS_URL', 'javascript:alert(1)', 'must be a web address such as https://portal.example.com'],
		['TLS_CERT', '/nowhere/cert.pem', 'must name a file that exists'],
		['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
		['AUTH_SECRET', 'short', 'must have at least 32 characters'],
		['SECOND_FACTOR', 'always', 'must be optional or required'],
		['TRUST_PROXY', 'maybe', 'must be yes or no'],
		['STRIPE_SECRET_KEY', 'pk_test_x', 'must be a secret key such as sk_test_...'],
		['STRIPE_PUBLISHABLE_KEY', 'sk_test_x', 'must be a publishable key such as pk_test_...'],
		['STRIPE_WEBHOOK_SECRET', 'x', 'must be a signing secret such as whsec_...'],
		['WEBHOOK_PRIVATE_NETWORKS', 'all', 'must be a list of loopback, private'],
		['MODEL', 'clever', 'must be one of built-in, local, openai-compatible, anthropic'],
		['MODEL_API_KEY', 'a b', 'must be a key without spaces'],
		['MODEL_TIMEOUT_SECONDS', '0', 'must be a whole number from 1 to 290'],
		['MODEL_IMAGE_PIXELS', '10', 'must be a whole number from 64 to 8192'],
	])('%s=%s is named with what it should be', (name, value, reason) => {
		expect(() => readSettings({ [name]: value })).toThrow(
			`These settings cannot be used:\n  ${name} ${reason}`,
		);
	});

	test('of a certificate go together', () => {
		expect(() => readSettings({ TLS_CERT: import.meta.filename })).toThrow(
			'TLS_CERT and TLS_KEY go together',
		);
	});

	test('name the portal as browsers do', () => {
		for (const url of ['https://Portal.example.com', 'https://portal.example.com:443/']) {
			expect(readSettings({ PUBLIC_URL: url }).http.publicUrl).toBe('https://portal.example.com');
		}
	});

	test('of S3 are not ignored without a bucket', () => {
		expect(readSettings({ S3_REGION: 'eu-central-1' }).files.s3).toBeNull();
		for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
			expect(() => readSettings({ [name]: 'http://127.0.0.1:9000' })).toThrow('S3_BUCKET is missing');
			expect(() => readSettings({ [`MIRROR_${name}`]: 'http://127.0.0.1:9000' })).toThrow(
				'MIRROR_S3_BUCKET is missing',
			);
		}
	});

	test('of the mirror go together, and name another place than that of the files', () => {
		expect(readSettings({}).files.mirror).toBeNull();
		expect(readSettings({ MIRROR_S3_BUCKET: 'copy', MIRROR_S3_PREFIX: 'a/b/' }).files.mirror).toMatchObject({
			bucket: 'copy',
			prefix: 'a/b',
			keys: null,
		});
		expect(() => readSettings({ MIRROR_S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow(
			'MIRROR_S3_BUCKET is missing',
		);
		expect(() => readSettings({ MIRROR_S3_BUCKET: 'copy', MIRROR_S3_ACCESS_KEY_ID: 'x' })).toThrow(
			'MIRROR_S3_ACCESS_KEY_ID and MIRROR_S3_SECRET_ACCESS_KEY go together',
		);
		expect(() => readSettings({ MIRROR_S3_BUCKET: 'files', S3_BUCKET: 'files' })).toThrow('name another one');
		expect(() => readSettings({ MIRROR_S3_BUCKET: 'x', MIRROR_S3_PREFIX: '../y z' })).toThrow(
			'must be a folder',
		);
	});

	test('of single sign-on go together, and the provider is asked over https', () => {
		const all = { OIDC_ISSUER: 'https://id.example.com/', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
		expect(readSettings({}).sso).toBeNull();
		expect(readSettings(all).sso).toEqual({
			...{ issuer: 'https://id.example.com/', clientId: 'x', clientSecret: 'y' },
			...{ name: 'single sign-on', newAccounts: false },
		});
		const { OIDC_CLIENT_SECRET: _secret, ...two } = all;
		for (const some of [two, { OIDC_NAME: 'Example' }, { OIDC_NEW_ACCOUNTS: 'yes' }]) {
			expect(() => readSettings(some)).toThrow('needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
		}
		const asks = (issuer: string) => () => readSettings({ ...all, OIDC_ISSUER: issuer });
		for (const here of ['http://localhost:8080/realms/x', 'http://127.0.0.1:9000', 'http://[::1]:1']) {
			expect(asks(here)()?.sso?.issuer).toBe(here);
		}
		expect(asks('http://id.example.com')).toThrow('OIDC_ISSUER must begin with https://');
		expect(asks('http://127.0.0.1.example.com')).toThrow('OIDC_ISSUER must begin with https://');
		expect(asks('id.example.com')).toThrow('OIDC_ISSUER must be a web address');
		expect(asks('https://id.example.com/.well-known/openid-configuration')).toThrow(
			'leave out /.well-known/',
		);
		expect(asks('https://id.example.com/?x=1')).toThrow('without ? and #');
	});

	test('of Stripe go together, and are of one mode', () => {
		const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' };
		expect(readSettings({}).stripe).toBeNull();
		expect(() => readSettings(keys)).toThrow('go together: set all three, or none');
		const all = { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_x' };
		expect(readSettings(all).stripe).toMatchObject({ livemode: false, apiUrl: 'https://api.stripe.com' });
		expect(() => readSettings({ ...all, STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow('both test, or both live');
	});

	test('of the model go together', () => {
		expect(readSettings({}).model).toMatchObject({ kind: 'built-in', isSet: false });
		expect(readSettings({ MODEL: 'built-in' }).model).toMatchObject({ kind: 'built-in', isSet: true });
		expect(() => readSettings({ MODEL_API_KEY: 'sk-1', MODEL_NAME: 'x' })).toThrow(
			'MODEL is built-in, which takes no MODEL_NAME, MODEL_API_KEY.',
		);
		expect(() => readSettings({ MODEL: 'openai-compatible', MODEL_NAME: 'x' })).toThrow('needs MODEL_URL');
		expect(() => readSettings({ MODEL: 'anthropic', MODEL_NAME: 'x' })).toThrow(
			'needs MODEL_NAME and MODEL_API_KEY',
		);
		for (const MODEL_NAME of ['', '../x', 'a/b', '..'])
			expect(() => readSettings({ MODEL: 'local', MODEL_NAME })).toThrow('MODEL=local needs MODEL_NAME');
		expect(() => readSettings({ MODEL: 'local', MODEL_NAME: 'x', MODEL_URL: 'http://a' })).toThrow(
			'MODEL is local, which takes no MODEL_URL and no MODEL_API_KEY.',
		);
		expect(readSettings({ MODEL: 'local', MODEL_NAME: 'x', DATA_DIR: '/d' }).model).toMatchObject({
			kind: 'local',
			folder: '/d/models/x',
		});
		expect(readSettings({ MODEL: 'anthropic', MODEL_NAME: 'x', MODEL_API_KEY: 'sk-1' }).model).toMatchObject({
			url: 'https://api.anthropic.com/v1',
			timeoutSeconds: 120,
			imagePixels: 1568,
		});
		expect(
			readSettings({ MODEL: 'openai-compatible', MODEL_NAME: 'x', MODEL_URL: 'http://127.0.0.1:11434/v1/' })
				.model,
		).toMatchObject({ url: 'http://127.0.0.1:11434/v1', apiKey: null });
	});
});

test('without credits a run costs nothing, whatever its price is', () => {
	expect(readSettings({ CREDITS_PER_RUN: '3' })).toMatchObject({
		sellsCredits: true,
		runs: { creditsPerRun: 3 },
	});
	const free = readSettings({ CREDITS: 'off', CREDITS_PER_RUN: '3' });
	expect(free).toMatchObject({ sellsCredits: false, runs: { creditsPerRun: 0 } });
	expect(() => readSettings({ CREDITS: 'no' })).toThrow('CREDITS must be on or off');
});
