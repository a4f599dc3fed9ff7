import { RunningServer } from './server.ts';

/** The first start on an empty data folder takes seconds: it happens once, and every server of the tests gets a copy. */
export default async function firstStart(): Promise<void> {
	const server = await RunningServer.start();
	await server.stopAndKeepData();
	process.env.FIRST_DATA_DIR = server.dataDir;
}
