declare module '@20minutes/s3rver' {
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
		run(): Promise<{ port: number }>;
		close(): Promise<void>;
	}
}
