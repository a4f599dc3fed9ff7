import { Refusal } from '../base/failures.ts';
import { mirrorAgain, mirrorInWords } from '../files/mirror.ts';
import type { Services } from '../start/services.ts';
import type { Command } from './command.ts';

/** The second place for what automations save. */
export const mirrorCommands: Record<string, Command> = {
	'mirror status': {
		about: 'Says where saved files are mirrored to, and what is still to be copied or deleted there.',
		options: {},
		async run(services, _given, print) {
			print(`${await mirrorInWords(services.database.db, mirrorOf(services))}.`);
		},
	},
	'mirror again': {
		about: 'Copies all saved files to the mirror anew, for example into a new bucket.',
		options: {},
		async run(services, _given, print) {
			const mirror = mirrorOf(services);
			await mirrorAgain(services.database.db);
			print(`${await mirrorInWords(services.database.db, mirror)}. The server does it in the background.`);
		},
	},
};

function mirrorOf({ mirror }: Services) {
	if (!mirror)
		throw new Refusal('not-found', 'No mirror is set. To set one, see MIRROR_S3_BUCKET in .env.example.');
	return mirror;
}
