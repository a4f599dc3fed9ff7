import { createHash, randomBytes } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { type Access, HttpCamera, readBody } from '../sources/http-camera.ts';
import { CameraTrouble, unreachable, wrongPassword } from '../sources/trouble.ts';

export type Xml = { [name: string]: Xml | Xml[] | string | undefined };

const NAMESPACES = [
	['s', 'http://www.w3.org/2003/05/soap-envelope'],
	['tds', 'http://www.onvif.org/ver10/device/wsdl'],
	['trt', 'http://www.onvif.org/ver10/media/wsdl'],
	['tt', 'http://www.onvif.org/ver10/schema'],
]
	.map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
	.join(' ');
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const ANSWER_WITHIN_MS = 15_000;
/** Far more than any real answer. Parsing much more takes seconds and blocks the other cameras. */
const MAX_ANSWER_BYTES = 500_000;
/** Cameras report whole seconds, so a smaller difference means nothing. */
const CLOCK_SET_MS = 3000;

const parser = new XMLParser({
	removeNSPrefix: true,
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	parseTagValue: false,
	parseAttributeValue: false,
});

/** XML as nested objects, without prefixes. It comes from strangers in the network: no document types, no custom entities. */
export function parseXml(text: string): Xml {
	if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new CameraTrouble('The camera sends unusual XML', 'setting');
	try {
		return parser.parse(text) as Xml;
	} catch {
		throw new CameraTrouble('The camera does not speak ONVIF at this address', 'setting');
	}
}

/** The value under these names; the first one if a name occurs several times. */
export function under(xml: Xml | string | undefined, ...path: string[]): Xml | string | undefined {
	let at: Xml | Xml[] | string | undefined = xml;
	for (const name of path) {
		if (typeof at !== 'object') return undefined;
		at = (Array.isArray(at) ? at[0] : at)?.[name];
	}
	return Array.isArray(at) ? at[0] : at;
}

export function textUnder(xml: Xml | string | undefined, ...path: string[]): string | undefined {
	const found = under(xml, ...path);
	const text = typeof found === 'object' ? found['#text'] : found;
	// Some of it is shown in a terminal, where control characters have effects.
	return typeof text === 'string' ? text.replace(/\p{Cc}+/gu, ' ').trim() : undefined;
}

export function allUnder(xml: Xml | string | undefined, name: string): Xml[] {
	const found = typeof xml === 'object' ? xml[name] : undefined;
	return [found].flat().filter((one): one is Xml => typeof one === 'object');
}

export const escapeXml = (text: string) => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Calls the services of one ONVIF camera. */
export class SoapClient {
	readonly #access: Access;
	readonly #http: HttpCamera;
	/** How far the camera's clock is ahead of ours: it judges a password by its own time, which may be 1970. */
	#ahead: number | null = null;

	constructor(access: Access) {
		this.#access = access;
		this.#http = new HttpCamera(access);
	}

	/** The body of the answer. */
	async call(request: string, signal: AbortSignal, { url }: { url?: URL } = {}): Promise<Xml> {
		this.#ahead ??= await this.#clockAhead(signal);
		const before = this.#ahead;
		try {
			return await this.#ask(request, this.#token(before), signal, url);
		} catch (error) {
			if (!(error instanceof CameraTrouble) || error.kind !== 'password') throw error;
			// If the camera's clock was set meanwhile, it refused the time and not the password.
			const ahead = await this.#clockAhead(signal).catch(() => before);
			if (Math.abs(ahead - before) < CLOCK_SET_MS) throw error;
			this.#ahead = ahead;
			return this.#ask(request, this.#token(ahead), signal, url);
		}
	}

	async #ask(request: string, token: string, signal: AbortSignal, url?: URL): Promise<Xml> {
		const whole = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
		const body = `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${NAMESPACES}><s:Header>${token}</s:Header><s:Body>${request}</s:Body></s:Envelope>`;
		const text = await this.#http
			.ask({
				...(url && { url }),
				method: 'POST',
				headers: {
					'content-type': 'application/soap+xml; charset=utf-8',
					'content-length': String(Buffer.byteLength(body)),
				},
				body,
				takesErrors: true,
				signal: whole,
			})
			.then((response) => readBody(response, MAX_ANSWER_BYTES))
			.catch((error: unknown) => {
				if (signal.aborted || error instanceof CameraTrouble) throw error;
				throw unreachable('no answer');
			});
		const answer = under(parseXml(text.toString()), 'Envelope', 'Body');
		const fault = under(answer, 'Fault');
		if (fault !== undefined) {
			if (/NotAuthorized|FailedAuthentication/i.test(JSON.stringify(fault))) throw wrongPassword();
			throw new CameraTrouble('The camera refuses an ONVIF request', 'setting', faultReason(fault));
		}
		if (typeof answer !== 'object') {
			throw new CameraTrouble('The camera does not speak ONVIF at this address', 'setting');
		}
		return answer;
	}

	async #clockAhead(signal: AbortSignal): Promise<number> {
		const answer = await this.#ask('<tds:GetSystemDateAndTime/>', '', signal).catch((error: unknown) => {
			// A few cameras want a password even for this request; then their clock must be right.
			if (error instanceof CameraTrouble && error.kind !== 'passing') return undefined;
			throw error;
		});
		const utc = under(answer, 'GetSystemDateAndTimeResponse', 'SystemDateAndTime', 'UTCDateTime');
		const number = (...path: string[]) => Number(textUnder(utc, ...path));
		const time = Date.UTC(
			number('Date', 'Year'),
			number('Date', 'Month') - 1,
			number('Date', 'Day'),
			number('Time', 'Hour'),
			number('Time', 'Minute'),
			number('Time', 'Second'),
		);
		return Number.isNaN(time) ? 0 : time - Date.now();
	}

	/** Proves the password without sending it (WS-Security UsernameToken). */
	#token(ahead: number): string {
		const { user, password } = this.#access;
		if (user === undefined || password === undefined) return '';
		const nonce = randomBytes(16);
		const created = new Date(Date.now() + ahead).toISOString();
		const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64');
		return [
			`<Security s:mustUnderstand="1" xmlns="${SECURITY}-wssecurity-secext-1.0.xsd"><UsernameToken>`,
			`<Username>${escapeXml(user)}</Username>`,
			`<Password Type="${SECURITY}-username-token-profile-1.0#PasswordDigest">${digest}</Password>`,
			`<Nonce EncodingType="${SECURITY}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</Nonce>`,
			`<Created xmlns="${SECURITY}-wssecurity-utility-1.0.xsd">${created}</Created>`,
			'</UsernameToken></Security>',
		].join('');
	}
}

const faultReason = (fault: Xml | string) => textUnder(fault, 'Reason', 'Text')?.slice(0, 100);
