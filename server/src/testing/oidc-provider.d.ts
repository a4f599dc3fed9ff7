declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http';

	/** The part of a request that the tests look at and change. */
	export interface Context {
		path: string;
		body: unknown;
		oidc: {
			provider: Provider;
			client: { clientId: string };
			session: { accountId: string };
			params: { scope: string };
		};
	}

	/** The part of it that the tests use. */
	export default class Provider {
		constructor(issuer: string, configuration: object);
		Grant: new (of: {
			clientId: string;
			accountId: string;
		}) => { addOIDCScope(scope: string): void; save(): Promise<string> };
		use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void;
		callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
		interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
	}
}
