import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OPENABLE_NETWORKS, type OpenableNetwork } from '@watchword/contract/delivery';
import { addressOf, isMailbox, type OwnMail } from '@watchword/contract/mailbox';
import { mailSender } from '@watchword/contract/operator-mail';
import { z } from 'zod';

const ROLES = ['api', 'mail', 'worker', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

const port = z.coerce
	.number('must be a port number')
	.int('must be a port number')
	.min(0, 'must be between 0 and 65535')
	.max(65535, 'must be between 0 and 65535');
const webUrl = z
	.url({ protocol: /^https?$/, error: 'must be a web address such as https://portal.example.com' })
	.transform((url) => url.replace(/\/+$/, ''));
/** The portal's addresses begin at the root of its host, and so do the links in mails. */
const origin = z
	.url({ protocol: /^https?$/, error: 'must be a web address such as https://portal.example.com' })
	.refine(
		(url) => !URL.canParse(url) || `${new URL(url).origin}/` === new URL(url).href,
		'must be an address without a path, such as https://portal.example.com: the portal needs a host name to itself',
	)
	.transform((url) => new URL(url).origin);
const file = z.string().refine(existsSync, 'must name a file that exists');
const yes = z
	.enum(['1', '0', 'true', 'false', 'yes', 'no'], 'must be yes or no')
	.transform((word) => ['1', 'true', 'yes'].includes(word));

/** What only this machine can reach. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** An address for each server that DATABASE_URL names: postgres://user@first:5432,second:5432/name, as libpq reads it. */
export function databaseServers(url: string): string[] {
	const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
	return hosts.split(',').map((host) => `${before}${host}${after}`);
}

const wholeNumber = (min: number, max: number) => {
	const should = `must be a whole number from ${min} to ${max}`;
	return z.coerce.number(should).int(should).min(min, should).max(max, should);
};

const days = wholeNumber(1, 36_500);

/** Kept exactly as written: a slash at the end is part of the name. */
const issuer = z
	.url({ protocol: /^https?$/, error: 'must be a web address such as https://id.example.com/realms/home' })
	.refine(
		(url) => !url.includes('/.well-known/'),
		'must be the issuer: leave out /.well-known/ and what follows',
	)
	.refine((url) => !/[?#]/.test(url), 'must be an address without ? and #')
	.refine(isSafeToAsk, 'must begin with https:// unless it is on this machine');

/** Whether nobody in between can change the answer of this address. */
function isSafeToAsk(url: string): boolean {
	if (!URL.canParse(url)) return true;
	const { protocol, hostname } = new URL(url);
	return protocol === 'https:' || isThisMachine(hostname);
}

const isThisMachine = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Stands in texts until the operator names somebody. */
const NOBODY = 'support@watchword.example';

const environment = z.object({
	PORT: port.default(8080),
	HOST: z.string().optional(),
	PUBLIC_URL: origin.optional(),
	TRUST_PROXY: yes.default(false),
	TLS_CERT: file.optional(),
	TLS_KEY: file.optional(),
	TLS_ACME: z
		.string()
		.max(253, 'must have at most 253 characters')
		.regex(
			/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/i,
			'must be the name of this installation, such as portal.example.com',
		)
		.transform((name) => name.toLowerCase())
		.optional(),
	TLS_ACME_DIRECTORY: z
		.url({ protocol: /^https?$/, error: 'must be a web address such as https://acme.example.com/directory' })
		.refine(isSafeToAsk, 'must begin with https:// unless it is on this machine')
		.default('https://acme-v02.api.letsencrypt.org/directory'),
	TLS_ACME_EMAIL: z.email('must be an email address').optional(),
	TLS_ACME_HTTP_PORT: port.optional(),
	DATA_DIR: z
		.string()
		.default('./data')
		.transform((dir) => resolve(dir)),
	DATABASE_URL: z
		.string()
		.refine(
			(url) => databaseServers(url).every((one) => postgresUrl.safeParse(one).success),
			'must be an address such as postgres://user:password@host:5432/name, or with several hosts: first:5432,second:5432',
		)
		.optional(),
	ROLES: z
		.string()
		.default(ROLES.join(','))
		.transform((text) => text.split(',').map((role) => role.trim()))
		.pipe(z.array(z.enum(ROLES, `must be a list of ${ROLES.join(', ')}`)).min(1)),
	METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
	METRICS_PORT: port.optional(),
	SESSION_IDLE_HOURS: wholeNumber(1, 8_760).default(720),
	AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
	OIDC_ISSUER: issuer.optional(),
	OIDC_CLIENT_ID: z.string().max(1000, 'must have at most 1000 characters').optional(),
	OIDC_CLIENT_SECRET: z.string().max(1000, 'must have at most 1000 characters').optional(),
	OIDC_NAME: z.string().trim().max(40, 'must have at most 40 characters').optional(),
	OIDC_NEW_ACCOUNTS: yes.optional(),
	SECOND_FACTOR: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
	SMTP_PORT: port.default(2525),
	MAIL_DOMAIN: z
		.string()
		.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a domain such as automations.example.com')
		.transform((domain) => domain.toLowerCase())
		.optional(),
	MAIL_IN: z
		.url({
			protocol: /^imaps?$/,
			hostname: /./,
			error: 'must be an address such as imaps://user:password@imap.example.com/INBOX',
		})
		.refine(
			(url) => !URL.canParse(url) || (new URL(url).username && new URL(url).password),
			'must name the user and the password: imaps://user:password@imap.example.com/INBOX, with an @ in them as %40',
		)
		.refine(isDecodable, 'must have every % of the user, the password and the folder as %25')
		.optional(),
	MAIL_IN_ADDRESS: z
		.string()
		.refine(
			(pattern) => pattern.split('{id}').length === 2 && isMailbox(addressOf(pattern, 'a'.repeat(24))),
			'must be an address with {id} in it once, such as portal+{id}@example.com or {id}@automations.example.com',
		)
		.optional(),
	MAIL_IN_FOLDER: z.string().max(200, 'must have at most 200 characters').optional(),
	MAIL_IN_AUTHSERV: z
		.string()
		.regex(
			/^[a-z0-9._-]{1,253}$/i,
			'must be the first word of Authentication-Results, such as mx.example.com',
		)
		.transform((id) => id.toLowerCase())
		.optional(),
	MAIL_SERVER: z
		.string()
		.regex(/^[a-z0-9.-]*(:\d{1,5})?$/i, 'must be a machine such as mail.example.com or mail.example.com:25')
		.optional(),
	CAPTURES_PER_DEVICE_HOUR: wholeNumber(1, 1_000_000).default(36_000),
	CAPTURE_MB_PER_DEVICE_HOUR: wholeNumber(1, 1_000_000).default(5000),
	MAILS_SENT_PER_HOUR: wholeNumber(1, 1_000_000).default(300),
	REPLIES_PER_HOUR: wholeNumber(1, 1_000_000).default(100),
	MAIL_MAX_MB: wholeNumber(1, 100).default(25),
	MAILS_PER_AUTOMATION_HOUR: wholeNumber(1, 1_000_000).default(1000),
	MAIL_MB_PER_AUTOMATION_HOUR: wholeNumber(1, 1_000_000).default(500),
	SMTP_URL: z
		.url({
			protocol: /^smtps?$/,
			hostname: /./,
			error: 'must be an address such as smtp://user:password@mail.example.com:587',
		})
		.refine(isDecodable, 'must have every % of the user and the password as %25')
		.optional(),
	MAIL_FROM: mailSender.optional(),
	SUPPORT_EMAIL: z.email('must be an email address').default(NOBODY),
	TERMS_URL: webUrl.default('https://watchword.example/terms'),
	PRIVACY_URL: webUrl.default('https://watchword.example/privacy'),
	COMPANY_URL: webUrl.default('https://watchword.example'),
	STORAGE_BUCKET: z
		.string()
		.regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'must be a name of a-z, 0-9, dots and hyphens')
		.default('watchword'),
	S3_BUCKET: z.string().optional(),
	S3_ENDPOINT: webUrl.optional(),
	S3_REGION: z.string().default('us-east-1'),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	MIRROR_S3_BUCKET: z.string().optional(),
	MIRROR_S3_ENDPOINT: webUrl.optional(),
	MIRROR_S3_REGION: z.string().default('us-east-1'),
	MIRROR_S3_ACCESS_KEY_ID: z.string().optional(),
	MIRROR_S3_SECRET_ACCESS_KEY: z.string().optional(),
	MIRROR_S3_PREFIX: z
		.string()
		.regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be a folder such as backup/watchword')
		.max(200, 'must have at most 200 characters')
		.transform((prefix) => prefix.replace(/\/$/, ''))
		.optional(),
	MQTT_URL: z
		.url({
			protocol: /^mqtts?$/,
			hostname: /./,
			error: 'must be an address such as mqtt://user:password@broker.example.com:1883, or mqtts:// for TLS',
		})
		.refine(
			(url) => !URL.canParse(url) || /^\/?$/.test(new URL(url).pathname + new URL(url).search),
			'must be an address without a path: the topics are always below watchword and homeassistant',
		)
		.refine(isDecodable, 'must have every % of the user and the password as %25')
		.optional(),
	WEBHOOK_PRIVATE_NETWORKS: z
		.string()
		.default('')
		.transform((text) => text.split(',').flatMap((name) => name.trim() || []))
		.pipe(z.array(z.enum(OPENABLE_NETWORKS, `must be a list of ${OPENABLE_NETWORKS.join(', ')}`))),
	TELEGRAM_API_URL: webUrl.default('https://api.telegram.org'),
	CAPTURE_DAYS: days.default(30),
	RUN_DAYS_NOT_MET: days.default(14),
	RUN_DAYS_DONE: days.default(90),
	RUN_DAYS_CANNOT_TELL: days.default(90),
	RUN_DAYS_FAILED: days.default(90),
	RUN_DAYS_SKIPPED: days.default(90),
	VERSION_DAYS: days.default(365),
	RUNS_IN_FLIGHT: wholeNumber(1, 1000).default(64),
	CREDITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
	CREDITS_PER_RUN: wholeNumber(0, 1000).default(1),
	APPROVAL_DAYS: wholeNumber(1, 30).default(7),
	ALERT_LATE_MINUTES: wholeNumber(1, 1440).default(10),
	STRIPE_SECRET_KEY: z
		.string()
		.regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret key such as sk_test_...')
		.optional(),
	STRIPE_PUBLISHABLE_KEY: z
		.string()
		.regex(/^pk_(test|live)_\w+$/, 'must be a publishable key such as pk_test_...')
		.optional(),
	STRIPE_WEBHOOK_SECRET: z
		.string()
		.regex(/^whsec_\S+$/, 'must be a signing secret such as whsec_...')
		.optional(),
	STRIPE_API_URL: webUrl.default('https://api.stripe.com'),
	MODEL: z
		.enum(['built-in', 'local', 'openai-compatible', 'anthropic'], {
			error: 'must be one of built-in, local, openai-compatible, anthropic',
		})
		.optional(),
	MODEL_URL: webUrl.optional(),
	MODEL_NAME: z.string().optional(),
	MODEL_API_KEY: z
		.string()
		.regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')
		.optional(),
	MODEL_HUB: webUrl.default('https://huggingface.co'),
	HTTPS_PROXY: z
		.url({
			protocol: /^https?$/,
			error: 'must be the address of a proxy such as http://proxy.example.com:3128',
		})
		.optional(),
	NO_PROXY: z.string().optional(),
	MODEL_TIMEOUT_SECONDS: wholeNumber(1, 290).default(120),
	MODEL_FALLBACK: yes.default(true),
	MODEL_IMAGE_PIXELS: wholeNumber(64, 8192).default(1568),
	DEMO: z.enum(['full', 'account', 'none'], 'must be full, account or none').default('full'),
	LOG_LEVEL: z
		.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
			error: 'must be one of fatal, error, warn, info, debug, trace, silent',
		})
		.default('info'),
});

export const SETTING_NAMES = Object.keys(environment.shape);

/** Some settings are not valid. The message names each of them and what it should be. */
export class BadSettings extends Error {}

/** Reads the settings once. A blank value counts as not set, so that a line of .env can be left blank. */
export function readSettings(env: NodeJS.ProcessEnv = process.env) {
	const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
	const parsed = environment.safeParse(given);
	if (!parsed.success) {
		const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])} ${issue.message}`);
		throw new BadSettings(`These settings cannot be used:\n${[...new Set(lines)].join('\n')}`);
	}
	const e = parsed.data;
	if (Boolean(e.TLS_CERT) !== Boolean(e.TLS_KEY)) {
		throw new BadSettings('TLS_CERT and TLS_KEY go together: set both, or neither.');
	}
	if (e.TLS_CERT && e.TLS_ACME) {
		throw new BadSettings('TLS_CERT and TLS_ACME both name a certificate: remove one of them.');
	}
	const host = e.HOST ?? (e.TLS_ACME ? '0.0.0.0' : '127.0.0.1');
	const acme = e.TLS_ACME
		? {
				name: e.TLS_ACME,
				directory: e.TLS_ACME_DIRECTORY,
				email: e.TLS_ACME_EMAIL ?? null,
				httpPort: e.TLS_ACME_HTTP_PORT ?? null,
			}
		: null;
	const s3 = readS3(e);
	const mirror = readMirror(e);
	const own = readOwnMail(e);
	return {
		http: {
			...{ port: e.PORT, host, trustProxy: e.TRUST_PROXY, tls: readTls(e), acme },
			publicUrl: e.PUBLIC_URL ?? (acme && `https://${acme.name}`),
			/** What says at the start how far the portal can be reached, so that the operator's page does not. */
			reach: reachOf(e, host),
		},
		dataDir: e.DATA_DIR,
		database: { url: e.DATABASE_URL ?? null },
		roles: new Set<Role>(e.ROLES),
		metrics: { token: e.METRICS_TOKEN ?? null, port: e.METRICS_PORT ?? null },
		sso: readSso(e),
		auth: {
			secret: e.AUTH_SECRET ?? null,
			secondFactor: e.SECOND_FACTOR,
			idleSeconds: e.SESSION_IDLE_HOURS * 3600,
		},
		captureAllowance: {
			capturesPerHour: e.CAPTURES_PER_DEVICE_HOUR,
			bytesPerHour: e.CAPTURE_MB_PER_DEVICE_HOUR * 1024 * 1024,
		},
		mail: {
			inPort: e.SMTP_PORT,
			maxBytes: e.MAIL_MAX_MB * 1024 * 1024,
			allowance: {
				mailsPerHour: e.MAILS_PER_AUTOMATION_HOUR,
				bytesPerHour: e.MAIL_MB_PER_AUTOMATION_HOUR * 1024 * 1024,
			},
			domain: own.mailDomain,
			own,
			mailbox: readMailbox(e),
			/** The mail server that cameras should use, as host and port; by default the host of the portal and our own port. */
			server: e.MAIL_SERVER?.split(':') ?? [],
			outUrl: e.SMTP_URL ?? null,
			from: e.MAIL_FROM ?? 'Watchword <portal@watchword.example>',
			/** Otherwise the operator may set it while the server runs. */
			isFromSet: e.MAIL_FROM !== undefined,
			/** How many mails an account may send, and how many replies one automation. */
			mailsPerHour: e.MAILS_SENT_PER_HOUR,
			repliesPerHour: e.REPLIES_PER_HOUR,
		},
		/** Who hears of trouble; null if nobody was named. */
		operatorEmail: e.SUPPORT_EMAIL === NOBODY ? null : e.SUPPORT_EMAIL,
		portal: {
			supportEmail: e.SUPPORT_EMAIL,
			termsUrl: e.TERMS_URL,
			privacyUrl: e.PRIVACY_URL,
			companyUrl: e.COMPANY_URL,
		},
		files: { bucket: e.STORAGE_BUCKET, s3, mirror },
		/** The MQTT broker of Home Assistant, if there is one. */
		mqtt: { url: e.MQTT_URL ?? null },
		/** Internal networks that customers' webhooks and channels may reach; none by default. */
		webhooks: { networks: new Set<OpenableNetwork>(e.WEBHOOK_PRIVATE_NETWORKS) },
		/** Where Telegram's Bot API is: it can also be a server of one's own. */
		telegramUrl: e.TELEGRAM_API_URL,
		kept: {
			captureDays: e.CAPTURE_DAYS,
			/** By outcome; runs are removed in this order. */
			runDays: {
				'not-met': e.RUN_DAYS_NOT_MET,
				skipped: e.RUN_DAYS_SKIPPED,
				'cannot-tell': e.RUN_DAYS_CANNOT_TELL,
				failed: e.RUN_DAYS_FAILED,
				done: e.RUN_DAYS_DONE,
			},
			versionDays: e.VERSION_DAYS,
		},
		model: readModel(e),
		/** Where models are downloaded from, if the operator asks for one. */
		modelHub: {
			url: e.MODEL_HUB,
			proxy: {
				...(e.HTTPS_PROXY && { HTTPS_PROXY: e.HTTPS_PROXY }),
				...(e.NO_PROXY && { NO_PROXY: e.NO_PROXY }),
			},
		},
		stripe: readStripe(e),
		/** Whether runs cost credits that customers buy. */
		sellsCredits: e.CREDITS === 'on',
		runs: {
			inFlight: e.RUNS_IN_FLIGHT,
			creditsPerRun: e.CREDITS === 'on' ? e.CREDITS_PER_RUN : 0,
			approvalDays: e.APPROVAL_DAYS,
			lateAfterMinutes: e.ALERT_LATE_MINUTES,
			modelTimeoutSeconds: e.MODEL_TIMEOUT_SECONDS,
			modelFallback: e.MODEL_FALLBACK,
		},
		/** Only for an embedded database: whoever sets up another one has real customers. */
		demo: e.DATABASE_URL ? 'none' : e.DEMO,
		log: { level: e.LOG_LEVEL },
	};
}

/** The files of the certificate; an authority gives that of TLS_ACME while the server runs. */
function readTls(e: z.infer<typeof environment>) {
	if (e.TLS_CERT && e.TLS_KEY) return { certFile: e.TLS_CERT, keyFile: e.TLS_KEY };
	if (!e.TLS_ACME) return null;
	// One file, so that a kill never leaves a certificate with the key of another.
	const file = join(e.DATA_DIR, 'acme', 'certificate.pem');
	return { certFile: file, keyFile: file, awaited: true as const };
}

function reachOf(e: z.infer<typeof environment>, host: string): string | null {
	if (e.TLS_ACME) return 'TLS_ACME';
	if (e.TLS_CERT) return 'TLS_CERT';
	return LOOPBACK.has(host) ? null : 'HOST';
}

const DEFAULT_MAIL_DOMAIN = 'automations.localhost';

/** Where a whole domain comes into the mailbox, all of it is ours. */
function readOwnMail(e: z.infer<typeof environment>): OwnMail {
	const mailAddress = e.MAIL_IN ? mailboxAddress(e) : null;
	const caught = mailAddress?.startsWith('{id}@') ? mailAddress.slice('{id}@'.length).toLowerCase() : null;
	const mailDomain = e.MAIL_DOMAIN ?? caught ?? DEFAULT_MAIL_DOMAIN;
	return { mailDomain, mailAddress: mailAddress ?? `{id}@${mailDomain}` };
}

/** Plus addresses of the user, if it is an address. */
function mailboxAddress(e: z.infer<typeof environment>): string {
	if (e.MAIL_IN_ADDRESS) return e.MAIL_IN_ADDRESS;
	const user = decodeURIComponent(new URL(e.MAIL_IN ?? '').username);
	if (isMailbox(user) && !user.includes('+')) return user.replace('@', '+{id}@');
	throw new BadSettings(
		'MAIL_IN has a user that is no plain email address: set MAIL_IN_ADDRESS, such as portal+{id}@example.com or {id}@automations.example.com.',
	);
}

export interface MailboxSettings {
	host: string;
	port: number;
	/** Encrypted from the first byte. Otherwise by STARTTLS, unless the server is on this machine. */
	isSecure: boolean;
	isHere: boolean;
	user: string;
	password: string;
	folder: string;
	/** In words, without the password. */
	name: string;
	/** Where mails go once their runs are queued; null if they stay and are flagged. */
	doneFolder: string | null;
	/** The host whose Authentication-Results are believed; null for none. */
	authserv: string | null;
}

/** The operator's mailbox that is read; null if there is none. */
function readMailbox(e: z.infer<typeof environment>): MailboxSettings | null {
	if (!e.MAIL_IN) {
		const alone = (['MAIL_IN_ADDRESS', 'MAIL_IN_FOLDER', 'MAIL_IN_AUTHSERV'] as const).find(
			(name) => e[name],
		);
		if (!alone) return null;
		throw new BadSettings(`${alone} needs MAIL_IN: set it, or remove ${alone}.`);
	}
	const { protocol, hostname, port, username, password, pathname } = new URL(e.MAIL_IN);
	const isSecure = protocol === 'imaps:';
	const user = decodeURIComponent(username);
	const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
	if (e.MAIL_IN_FOLDER === folder)
		throw new BadSettings('MAIL_IN_FOLDER is the folder that is read: name another one.');
	return {
		...{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecure ? 993 : 143), isSecure },
		isHere: isThisMachine(hostname),
		...{ user, password: decodeURIComponent(password), folder },
		name: `${folder} of ${user} at ${hostname}${port && `:${port}`}`,
		doneFolder: e.MAIL_IN_FOLDER ?? null,
		authserv: e.MAIL_IN_AUTHSERV ?? null,
	};
}

/** Whether the user, the password and the path of an address can be read. */
export function isDecodable(url: string): boolean {
	if (!URL.canParse(url)) return true;
	const { username, password, pathname } = new URL(url);
	try {
		for (const part of [username, password, pathname]) decodeURIComponent(part);
		return true;
	} catch {
		return false;
	}
}

/** Single sign-on is offered if a provider, a client id and a secret are set. */
function readSso(e: z.infer<typeof environment>) {
	const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = e;
	if (issuer && clientId && clientSecret) {
		const { OIDC_NAME: name = 'single sign-on', OIDC_NEW_ACCOUNTS: newAccounts = false } = e;
		return { issuer, clientId, clientSecret, name, newAccounts };
	}
	const given = [issuer, clientId, clientSecret, e.OIDC_NAME, e.OIDC_NEW_ACCOUNTS];
	if (given.every((value) => value === undefined)) return null;
	throw new BadSettings(
		'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all three, or remove every OIDC setting.',
	);
}

/** S3 is used if a bucket is set. Without keys, the credentials of the machine are used. */
function readS3(e: z.infer<typeof environment>) {
	if (!e.S3_BUCKET) {
		if (!e.S3_ENDPOINT && !e.S3_ACCESS_KEY_ID && !e.S3_SECRET_ACCESS_KEY) return null;
		throw new BadSettings('S3_BUCKET is missing: set it, or remove the other S3 settings.');
	}
	const keys = readKeys(e, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
	return { bucket: e.S3_BUCKET, endpoint: e.S3_ENDPOINT ?? null, region: e.S3_REGION, keys, prefix: null };
}

/** A second place for what automations save. It must differ from the first one, whose files it would overwrite. */
function readMirror(e: z.infer<typeof environment>) {
	if (!e.MIRROR_S3_BUCKET) {
		const others = [
			e.MIRROR_S3_ENDPOINT,
			e.MIRROR_S3_PREFIX,
			e.MIRROR_S3_ACCESS_KEY_ID,
			e.MIRROR_S3_SECRET_ACCESS_KEY,
		];
		if (!others.some(Boolean)) return null;
		throw new BadSettings('MIRROR_S3_BUCKET is missing: set it, or remove the other MIRROR_S3 settings.');
	}
	const same = e.MIRROR_S3_BUCKET === e.S3_BUCKET && e.MIRROR_S3_ENDPOINT === e.S3_ENDPOINT;
	if (same && !e.MIRROR_S3_PREFIX) {
		throw new BadSettings(
			'MIRROR_S3_BUCKET is the bucket that files are in already: name another one, or set MIRROR_S3_PREFIX.',
		);
	}
	return {
		bucket: e.MIRROR_S3_BUCKET,
		endpoint: e.MIRROR_S3_ENDPOINT ?? null,
		region: e.MIRROR_S3_REGION,
		keys: readKeys(e, 'MIRROR_S3_ACCESS_KEY_ID', 'MIRROR_S3_SECRET_ACCESS_KEY'),
		prefix: e.MIRROR_S3_PREFIX ?? null,
	};
}

function readKeys<Id extends `${string}S3_ACCESS_KEY_ID`, Secret extends `${string}S3_SECRET_ACCESS_KEY`>(
	e: { [name in Id | Secret]?: string | undefined },
	id: Id,
	secret: Secret,
) {
	const [accessKeyId, secretAccessKey] = [e[id], e[secret]];
	if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
		throw new BadSettings(`${id} and ${secret} go together: set both, or neither.`);
	}
	return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
}

/** Stripe is used if its three keys are set. All must be of the same mode: test or live. */
function readStripe(e: z.infer<typeof environment>) {
	const keys = [e.STRIPE_SECRET_KEY, e.STRIPE_PUBLISHABLE_KEY, e.STRIPE_WEBHOOK_SECRET];
	if (keys.every((key) => key === undefined)) return null;
	const [secretKey, publishableKey, webhookSecret] = keys;
	if (!secretKey || !publishableKey || !webhookSecret) {
		throw new BadSettings(
			'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together: set all three, or none.',
		);
	}
	const livemode = secretKey.includes('_live_');
	if (livemode !== publishableKey.includes('_live_')) {
		throw new BadSettings(
			'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode: both test, or both live.',
		);
	}
	return { secretKey, publishableKey, webhookSecret, apiUrl: e.STRIPE_API_URL, livemode };
}

export const modelFolder = (dataDir: string, name: string) => join(dataDir, 'models', name);

/** Whether this can be the name of a model in the data folder: never a path. */
export const isModelName = (name: string) => /^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name);

/** The settings of a model must fit together: with a forgotten MODEL, another model would decide and nobody would notice. */
function readModel(e: z.infer<typeof environment>) {
	const given = (['MODEL_URL', 'MODEL_NAME', 'MODEL_API_KEY'] as const).filter((name) => e[name]);
	const common = { timeoutSeconds: e.MODEL_TIMEOUT_SECONDS, imagePixels: e.MODEL_IMAGE_PIXELS };
	if (e.MODEL === undefined || e.MODEL === 'built-in') {
		// Without MODEL, the operator may choose a local model while the server runs.
		if (given.length === 0) return { kind: 'built-in' as const, isSet: e.MODEL !== undefined, ...common };
		throw new BadSettings(
			`MODEL is built-in, which takes no ${given.join(', ')}. Set MODEL=openai-compatible or MODEL=anthropic to use them.`,
		);
	}
	const name = e.MODEL_NAME;
	if (e.MODEL === 'local') {
		if (e.MODEL_URL || e.MODEL_API_KEY)
			throw new BadSettings('MODEL is local, which takes no MODEL_URL and no MODEL_API_KEY.');
		if (!name || !isModelName(name))
			throw new BadSettings(
				'MODEL=local needs MODEL_NAME, the name of a folder in DATA_DIR/models such as smolvlm2-500m.',
			);
		return { kind: e.MODEL, name, folder: modelFolder(e.DATA_DIR, name), ...common };
	}
	if (e.MODEL === 'openai-compatible') {
		if (!e.MODEL_URL || !name) {
			throw new BadSettings(
				'MODEL=openai-compatible needs MODEL_URL (such as http://127.0.0.1:11434/v1) and MODEL_NAME.',
			);
		}
		return { kind: e.MODEL, url: e.MODEL_URL, name, apiKey: e.MODEL_API_KEY ?? null, ...common };
	}
	if (!name || !e.MODEL_API_KEY) {
		throw new BadSettings('MODEL=anthropic needs MODEL_NAME and MODEL_API_KEY.');
	}
	return {
		kind: e.MODEL,
		url: e.MODEL_URL ?? 'https://api.anthropic.com/v1',
		name,
		apiKey: e.MODEL_API_KEY,
		...common,
	};
}

export type Settings = ReturnType<typeof readSettings>;
