import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { Refusal } from '../refusal.ts';
import type { Env } from '../route.ts';

/** Where Stripe's own form comes from and whom it talks to, as Stripe asks for it. */
const STRIPE = {
	scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
	frameSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
	connectSrc: ["'self'", 'https://api.stripe.com'],
};

/**
 * Everything the portal loads is its own: no inline script or style, no other host, no frame around it. Where Stripe takes
 * the payments, its form is the one exception.
 */
export function securityHeaders(
	publicUrl: string,
	payments: 'stripe' | 'test-cards',
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

/** What a customer or a stranger sent is shown as what it is and can do nothing, whatever is hidden in it. */
export function fileHeaders(publicUrl: string): MiddlewareHandler<Env> {
	return strict(publicUrl, { defaultSrc: ["'none'"], sandbox: [] });
}

/** Around markup of strangers: no script, no form, nothing but our stylesheet and pictures, shown inside the portal alone. */
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
			// The portal fills and measures it, hence its origin; links open in tabs of their own.
			sandbox: ['allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox'],
		},
		{ referrerPolicy: 'no-referrer', xFrameOptions: 'SAMEORIGIN' },
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

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers say where a changing request comes from; another site's is refused before anything is read.
 * Programs that are not browsers send no Origin and carry no cookie by accident.
 */
export function sameOriginOnly(publicUrl: string): MiddlewareHandler<Env> {
	const publicHost = new URL(publicUrl).host;
	return async (c, next) => {
		const origin = c.req.header('origin');
		if (!SAFE.has(c.req.method) && origin !== undefined) {
			const from = URL.canParse(origin) ? new URL(origin).host : null;
			if (from !== publicHost && from !== c.req.header('host')) {
				throw new Refusal('cross-origin', 'This request came from another site.');
			}
		}
		await next();
	};
}

/** What the API says belongs to who asked, and to now. */
export function keepNothing(): MiddlewareHandler<Env> {
	return async (c, next) => {
		await next();
		if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
	};
}

/** No text column can hold a NUL, so none gets as far as one. */
export function refuseNul(): MiddlewareHandler<Env> {
	return async (c, next) => {
		const inAddress = /%00/.test(c.req.url);
		const isJson = c.req.header('content-type')?.includes('json');
		if (inAddress || (isJson && /\\u0000/.test(await c.req.text()))) {
			throw new Refusal('invalid-argument', 'A text must not contain the NUL character.');
		}
		await next();
	};
}
