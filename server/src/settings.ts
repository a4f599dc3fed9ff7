import { join } from 'node:path';
import type { OpenableNetwork } from '@watchword/contract/delivery';
import { BadSettings, type Environment, environment, NOBODY, type Role } from './settings/environment.ts';
import { readMailbox, readOwnMail } from './settings/mail.ts';
import { readMirror, readModel, readS3, readSso, readStripe } from './settings/services.ts';

/** What only this machine can reach. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

export const SETTING_NAMES = Object.keys(environment.shape);

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
function readTls(e: Environment) {
	if (e.TLS_CERT && e.TLS_KEY) return { certFile: e.TLS_CERT, keyFile: e.TLS_KEY };
	if (!e.TLS_ACME) return null;
	// One file, so that a kill never leaves a certificate with the key of another.
	const file = join(e.DATA_DIR, 'acme', 'certificate.pem');
	return { certFile: file, keyFile: file, awaited: true as const };
}

function reachOf(e: Environment, host: string): string | null {
	if (e.TLS_ACME) return 'TLS_ACME';
	if (e.TLS_CERT) return 'TLS_CERT';
	return LOOPBACK.has(host) ? null : 'HOST';
}

export type Settings = ReturnType<typeof readSettings>;
