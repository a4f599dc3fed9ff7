/** A part of the source: its files, and the other parts and packages they may import. */
export interface Room {
	/** Path prefixes; `*` stands for one folder and makes each such folder a separate room. */
	at: string[];
	may: string[];
	/** The only packages it may import; any if omitted. */
	packages?: string[];
	typesOnly?: boolean;
}

const floor = ['contract', 'ports', 'base', 'pictures'];
export const slices = [
	'accounts',
	'devices',
	'automations',
	'runs',
	'billing',
	'files',
	'saved',
	'dashboard',
	'exports',
	'deliveries',
	'shares',
	'mail',
];

/** The slice below the engine: what a mail is, and reading it. Receiving mail is a trigger. */
const MAIL = ['server/src/mail/reading/', 'server/src/mail/tables.ts'];

/** The arrows of ARCHITECTURE.md. A room may always import itself, and a test may also import the test support. */
export const ROOMS: Record<string, Room> = {
	contract: { at: ['contract/src/'], may: [], packages: ['zod'] },

	// Reads prompts into conditions, and judges conditions. It knows no server.
	model: { at: ['model/src/'], may: ['contract'] },

	ports: { at: ['server/src/ports/'], may: ['contract'], typesOnly: true },
	settings: { at: ['server/src/settings.ts', 'server/src/settings/'], may: ['contract'] },
	// Small parts without business rules that adapters, slices and engine share.
	base: { at: ['server/src/base/'], may: ['contract', 'ports'] },
	// Everything that handles strangers' pictures.
	pictures: { at: ['server/src/pictures/'], may: ['contract', 'ports', 'base'] },
	adapters: { at: ['server/src/adapters/'], may: [...floor, 'model', 'settings'] },
	...Object.fromEntries(
		slices.map((name) => [
			name,
			{ at: name === 'mail' ? MAIL : [`server/src/${name}/`], may: [...floor, ...slices] },
		]),
	),
	engine: { at: ['server/src/engine/'], may: [...floor, ...slices] },
	// What comes in from outside, or from the clock, and starts runs.
	triggers: {
		at: ['server/src/triggers/', 'server/src/captures/', 'server/src/mail/'],
		may: [...floor, ...slices, 'engine', 'settings'],
	},
	// Announces accounts to Home Assistant, and takes its commands.
	'home-assistant': { at: ['server/src/home-assistant/'], may: [...floor, ...slices, 'engine'] },
	// What the operator does on the operator's page and with commands.
	operator: {
		at: ['server/src/operator/'],
		may: [...floor, ...slices, 'acme', 'settings', 'adapters', 'engine', 'scenes'],
	},
	http: { at: ['server/src/http/'], may: [...floor, ...slices, 'triggers', 'operator', 'settings'] },
	// Draws pictures for the terminal camera, the demo account and the tests.
	scenes: { at: ['scenes/src/'], may: [], packages: ['sharp', '@lobehub/fluent-emoji-3d', 'node:url'] },
	acme: { at: ['server/src/acme/'], may: [...floor, 'settings', 'http'] },
	lan: {
		at: ['server/src/lan/'],
		may: [...floor, 'accounts', 'settings', 'adapters', 'http'],
	},
	demo: { at: ['server/src/demo/'], may: [...floor, ...slices, 'scenes', 'engine', 'triggers'] },
	start: {
		at: ['server/src/start/'],
		may: [
			...floor,
			...slices,
			'settings',
			'adapters',
			'engine',
			'home-assistant',
			'triggers',
			'operator',
			'http',
			'lan',
		],
	},
	// It opens a second database to copy into.
	admin: {
		at: ['server/src/admin/'],
		may: [...floor, ...slices, 'engine', 'triggers', 'settings', 'adapters', 'operator', 'start', 'scenes'],
	},
	// How Node.js is started, by the commands and by the tests.
	node: { at: ['scripts/node.mjs'], may: [] },
	testing: {
		at: ['server/src/testing/', 'camera/src/testing/'],
		may: [
			...floor,
			...slices,
			'settings',
			'adapters',
			'engine',
			'triggers',
			'operator',
			'http',
			'start',
			'admin',
			'camera',
			'scenes',
			'lan',
			'node',
		],
	},
	// A client of the server. On the same machine it also reads the server's settings and asks its operator socket. The bridge listens
	// to MQTT brokers as the server does.
	camera: {
		at: ['camera/src/'],
		may: ['contract', 'ports', 'base', 'settings', 'adapters', 'lan', 'scenes', 'admin'],
	},
	main: {
		at: ['server/src/main.ts'],
		may: [
			'acme',
			'lan',
			'demo',
			...floor,
			...slices,
			'settings',
			'adapters',
			'engine',
			'triggers',
			'operator',
			'http',
			'start',
			'admin',
		],
	},

	ui: { at: ['portal/src/ui/'], may: [] },
	lib: { at: ['portal/src/lib/'], may: ['contract'] },
	// What several features say or show about runs, mails and cameras.
	product: { at: ['portal/src/product/'], may: ['contract', 'ui', 'lib'] },
	features: { at: ['portal/src/features/*/'], may: ['contract', 'ui', 'lib', 'product'] },
	// Opens the portal in component tests, with answers of a server that is not there.
	'portal testing': { at: ['portal/src/testing/'], may: ['contract', 'ui', 'lib', 'app'] },
	app: { at: ['portal/src/app/'], may: ['contract', 'ui', 'lib', 'product', 'features'] },
};

/** Packages that only these rooms may import: on the server, pictures are decoded in a separate process. */
export const CONFINED: Record<string, string[]> = { sharp: ['pictures', 'scenes', 'camera', 'testing'] };

/**
 * Rooms whose SQL may name any table. Every other room names only its own tables, and imports those of another: so an arrow
 * between slices is always an import, and cycles are found.
 */
export const SPANNING = ['engine', 'triggers', 'exports', 'operator', 'admin', 'start', 'testing'];

/** Called on a text, this takes the square of its combining marks: one file bounds them first, for everybody. */
export const NORMALISED = 'contract/src/normalised.ts';
