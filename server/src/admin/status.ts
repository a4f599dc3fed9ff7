import { readStatus } from '../operator/status.ts';
import type { Command } from './command.ts';
import { statusTable } from './status-table.ts';

/** What the operator should know and do. */
export const statusCommands: Record<string, Command> = {
	status: {
		about:
			'Says how the installation is: health, queue, storage, customers, model and mail. Fails if you are needed.',
		options: { json: { flag: true, about: 'prints it as JSON, for programs' } },
		async run(services, given, print) {
			const status = await readStatus(services);
			if (given.json) print(JSON.stringify(status, null, 2));
			else for (const line of statusTable(status)) print(line);
			return status.attention.length === 0 ? 0 : 1;
		},
	},
};
