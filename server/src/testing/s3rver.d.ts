declare module '@20minutes/s3rver' {
	import type { Server } from 'node:http';

	/** The part of it that the tests use. */
	export default class S3rver {
		constructor(options: {
			port: number;
			address: string;
			silent: boolean;
			allowMismatchedSignatures: boolean;
			directory: string;
			configureBuckets: { name: string; configs: string[] }[];
		});
		readonly httpServer: Server;
		run(): Promise<{ port: number }>;
		close(): Promise<void>;
	}
}
