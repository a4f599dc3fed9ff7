/** Documents of the operator's page, for the tests of its screen and of its dialogs. */
import type { OperatorModel, OperatorModels, ServedModel } from '@watchword/contract/operator';
import type { OperatorLan } from '@watchword/contract/operator-lan';
import type { OperatorMail } from '@watchword/contract/operator-mail';
import type { OperatorOverview } from '@watchword/contract/operator-status';

const tiny: OperatorModel = {
	...{ name: 'tiny', title: 'Tiny 1M', licence: 'MIT', good_for: 'small machines' },
	...{ bytes: 460e6, memory_bytes: 1e9, seconds_a_picture: 5 },
	...{ state: 'absent', problem: null, progress: null, test: null },
};
export const operatorModels = (
	change: Partial<OperatorModel> = {},
	more: Partial<OperatorModels> = {},
): OperatorModels => ({
	...{ decides: 'the built-in model', is_set: null, hub: 'https://huggingface.co' },
	...{ disk_free_bytes: 50e9, memory_bytes: 8e9, items: [{ ...tiny, ...change }], pull: null, ...more },
});
const AT = '2026-05-04T10:00:00.000Z';
export const overview: OperatorOverview = {
	...{
		at: AT,
		version: '0.1.0',
		server: { url: 'http://127.0.0.1:8080', problem: null },
		database: 'PGlite',
	},
	queue: { due: 0, oldestSeconds: 0, failed: 0 },
	runs: { open: 0, oldestSeconds: 0, waitingForYes: 0 },
	customers: { all: 2, activeInSevenDays: 1, disabled: 0, leaving: 1 },
	newest: [{ name: 'Robin Example', email: 'robin@example.com', added_at: AT }],
	leaves: [{ what: 'Mails', to: 'mail.example.com:587', off: 'Remove SMTP_URL.' }],
	cameras: { all: 3, silent: 1 },
	deliveries: { waiting: 0, oldestSeconds: 0 },
	storage: {
		...{ databaseBytes: 12e6, files: 1, fileBytes: 3e6, captures: 41, kept: 'kept in /data/objects' },
		...{ problem: null, freeBytes: 50e9, mirror: null },
	},
	model: { is: 'the built-in model', problem: null, lastAnswer: AT, lastFailure: null },
	mail: {
		out: { is: 'kept as files', problem: null, lastSent: null, lastFailure: null },
		in: { port: 2525, problem: null, lastReceived: null, mailbox: null },
	},
	broker: null,
	certificate: null,
	attention: [],
};
export const kept: OperatorMail = {
	...{ is: 'kept as files in /data/outbox', is_set: null, sender_is_set: null },
	...{ server: null, user: null, sender: 'Watchword <portal@watchword.example>' },
};
export const closed: OperatorLan = {
	...{ on: false, is_set: null, url: null, trust_page: null, qr_svg: null, fingerprint: null, problem: null },
};
export const operatorAnswers = (answer: OperatorModels, servers: ServedModel[] = []) =>
	({
		'GET /api/operator/models': answer,
		'GET /api/operator/model-servers': { items: servers },
		'GET /api/operator/overview': overview,
		'GET /api/operator/lan': closed,
		'GET /api/operator/mail': kept,
	}) as const;
