import type { PortalSettings } from '@watchword/contract/portal';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { Refusal } from '../base/failures.ts';
import type { Env } from '../base/route.ts';

/** The hosts that Stripe's form loads from and connects to, as Stripe documents them. */
const STRIPE = {
	scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
	frameSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
	connectSrc: ["'self'", 'https://api.stripe.com'],
};

/**
 * The portal loads only its own files: no inline script or style, no other host, and no site may frame it. The only
 * exception is the form of Stripe, if Stripe is set.
 */
export function securityHeaders(
	publicUrl: string,
	payments: PortalSettings['payments']['provider'],
): MiddlewareHandler<Env> {
	return strict(publicUrl, {
		defaultSrc: ["'self'"],
		...(payments === 'stripe' && STRIPE),
		imgSrc: ["'self'", 'data:', 'blob:'],
		objectSrc: ["'none'"],
		baseUri: ["'none'"],
		formAction: ["'self'"],
		frameAncestors: ["'none'"],
	});
}

/** For files that customers or strangers sent: the browser never guesses their type and runs nothing in them. */
export function fileHeaders(publicUrl: string): MiddlewareHandler<Env> {
	return strict(publicUrl, { defaultSrc: ["'none'"], sandbox: [] });
}

/** For markup of strangers: no scripts and no forms, only our stylesheet and pictures, and only inside the portal. */
export function frameHeaders(publicUrl: string, remoteImages: boolean): MiddlewareHandler<Env> {
	return strict(
		publicUrl,
		{
			defaultSrc: ["'none'"],
			styleSrc: ["'self'"],
			imgSrc: remoteImages ? ['data:', 'https:', 'http:'] : ['data:'],
			baseUri: ["'none'"],
			formAction: ["'none'"],
			frameAncestors: ["'self'"],
			// The portal fills and measures the frame, so it needs the same origin. Links open in new tabs.
			sandbox: ['allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox'],
		},
		{ referrerPolicy: 'no-referrer', xFrameOptions: 'SAMEORIGIN' },
	);
}

/** For pages that anyone with a link may see: our stylesheets and pictures, and no referrer to other sites. */
export function sharedHeaders(publicUrl: string): MiddlewareHandler<Env> {
	return strict(
		publicUrl,
		{
			defaultSrc: ["'none'"],
			styleSrc: ["'self'"],
			imgSrc: ["'self'"],
			baseUri: ["'none'"],
			formAction: ["'none'"],
			frameAncestors: ["'none'"],
		},
		{ referrerPolicy: 'no-referrer' },
	);
}

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;
type Policy = NonNullable<Options['contentSecurityPolicy']>;

function strict(publicUrl: string, contentSecurityPolicy: Policy, but: Options = {}): MiddlewareHandler<Env> {
	return secureHeaders({
		contentSecurityPolicy,
		permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [], payment: ['self'] },
		referrerPolicy: 'same-origin',
		xFrameOptions: 'DENY',
		strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
		...but,
	});
}

/** For the logo: the page that makes a phone trust this server (`lan/trust-page.ts`) notices by it that the phone does. */
export function shownAnywhere(): MiddlewareHandler<Env> {
	return async (c, next) => {
		await next();
		c.header('cross-origin-resource-policy', 'cross-origin');
	};
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changing requests that come from other sites, before anything is read. Browsers name the site in Origin.
 * Other programs send no Origin, and send a cookie only on purpose. The portal may have further names, such as the address of
 * the machine; but where its public address is encrypted, no page over plain http is part of it.
 */
export function sameOriginOnly(publicUrl: string): MiddlewareHandler<Env> {
	const { origin: publicOrigin, protocol } = new URL(publicUrl);
	const schemes = new Set([protocol, 'https:']);
	return async (c, next) => {
		const origin = c.req.header('origin');
		if (!SAFE.has(c.req.method) && origin !== undefined) {
			if (
				origin !== publicOrigin &&
				![...schemes].some((scheme) => origin === `${scheme}//${c.req.header('host')}`)
			) {
				throw new Refusal('cross-origin', 'This request came from another site.');
			}
		}
		await next();
	};
}

/**
 * Ends a body that nobody will read: of HEAD, which is handled like GET, and of a client that has left. The HTTP adapter does
 * not, and the file or stream behind it would stay open.
 */
export function endUnread(): MiddlewareHandler<Env> {
	return async (c, next) => {
		await next();
		if (c.req.method === 'HEAD' || c.env.outgoing?.destroyed) await c.res.body?.cancel();
	};
}

/** Answers of the API are for this customer at this moment, so nothing may cache them. */
export function noStore(): MiddlewareHandler<Env> {
	return async (c, next) => {
		await next();
		if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
	};
}

/** No text column can hold a NUL, so no address may contain one. Bodies are checked where they are read. */
export function refuseNul(): MiddlewareHandler<Env> {
	return async (c, next) => {
		if (/%00/.test(c.req.url)) {
			throw new Refusal('invalid-argument', 'A text must not contain the NUL character.');
		}
		await next();
	};
}
