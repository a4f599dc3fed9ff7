import { OPERATOR_LINK_MINUTES, OPERATOR_SESSION_MINUTES } from '@watchword/contract/operator';
import { makeOperatorLink } from '../operator/session.ts';
import type { Command } from './command.ts';

export const openCommands: Record<string, Command> = {
	open: {
		about:
			"Prints a link that opens the operator's page once: health, models, the local network, outgoing mail, accounts and storage.",
		options: {},
		async run({ database, publicUrl }, _given, print) {
			print(await makeOperatorLink(database.db, publicUrl));
			print(
				`It works once, within ${OPERATOR_LINK_MINUTES} minutes, and the page stays open for ${OPERATOR_SESSION_MINUTES}.`,
			);
		},
	},
};
