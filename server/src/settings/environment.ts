import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OPENABLE_NETWORKS } from '@watchword/contract/delivery';
import { addressOf, isMailbox } from '@watchword/contract/mailbox';
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

export const isThisMachine = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Stands in texts until the operator names somebody. */
export const NOBODY = 'support@watchword.example';

export const environment = z.object({
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

/** Some settings are not valid. The message names each of them and what it should be. */
export class BadSettings extends Error {}

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

export type Environment = z.infer<typeof environment>;
