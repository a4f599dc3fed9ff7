import { join } from 'node:path';
import { BadSettings, type Environment } from './environment.ts';

/** Single sign-on is offered if a provider, a client id and a secret are set. */
export function readSso(e: Environment) {
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
export function readS3(e: Environment) {
	if (!e.S3_BUCKET) {
		if (!e.S3_ENDPOINT && !e.S3_ACCESS_KEY_ID && !e.S3_SECRET_ACCESS_KEY) return null;
		throw new BadSettings('S3_BUCKET is missing: set it, or remove the other S3 settings.');
	}
	const keys = readKeys(e, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
	return { bucket: e.S3_BUCKET, endpoint: e.S3_ENDPOINT ?? null, region: e.S3_REGION, keys, prefix: null };
}

/** A second place for what automations save. It must differ from the first one, whose files it would overwrite. */
export function readMirror(e: Environment) {
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
export function readStripe(e: Environment) {
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
export function readModel(e: Environment) {
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
