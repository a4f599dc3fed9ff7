import type { User } from '@watchword/contract/account';
import { TOURS } from '@watchword/contract/constants';
import type { Device } from '@watchword/contract/device';
import type { FileMetadata } from '@watchword/contract/file';
import type { PortalSettings } from '@watchword/contract/portal';
import type { Run } from '@watchword/contract/run';
import { type Answers, refused } from './wire.ts';

/** What a server on its offline defaults, with a mail server, says about itself. */
export const portalSettings: PortalSettings = {
	supportEmail: 'support@example.com',
	termsUrl: 'https://example.com/terms',
	privacyUrl: 'https://example.com/privacy',
	companyUrl: 'https://example.com/',
	mailAddress: '{id}@automations.localhost',
	mailServer: { host: 'localhost', port: 2525, encrypted: false },
	sendsMail: true,
	homeAssistant: false,
	storageBucket: 'watchword',
	builtInModel: true,
	fillsConditions: false,
	looksFirst: false,
	keptDays: { captures: 30, done: 365, 'not-met': 30, 'cannot-tell': 30, failed: 90, skipped: 30 },
	passkeyOrigin: null,
	release: '0.1.0',
	commands: { admin: 'npm run admin --', camera: 'npm run camera --' },
	version: '',
	singleSignOn: null,
	payments: { provider: 'test-cards' },
};

export const UID = 'a'.repeat(20);
export const EMAIL = 'robin@example.com';

const user: User = {
	name: 'Robin Example',
	devices: [],
	automations: [],
	tours: [...TOURS],
	zone: null,
	mail_failures: true,
	mail_credits: true,
	mail_silent: true,
	mail_waiting: true,
	quiet_start: null,
	quiet_end: null,
	brief_at: null,
	alert_zone: 'UTC',
	presence: 'away',
	presence_key: null,
	home_assistant: false,
	leaves_at: null,
};

/** Who is signed in. */
export const me = (change: Partial<User> = {}) => ({
	account: { uid: UID, email: EMAIL, providers: ['password' as const] },
	details: { ...user, ...change },
});

export const device = (change: Partial<Device> = {}): Device => ({
	id: 'd'.repeat(20),
	desc: 'Front door',
	capture_window_start: '00:00',
	capture_window_end: '23:59',
	light_window_start: '19:00',
	light_window_end: '06:00',
	last_image_path: null,
	automations: [],
	last_captured_at: null,
	last_seen_at: null,
	last_image_problem: null,
	zones: [],
	removed_zones: [],
	mail_address: 'front-door',
	connection: null,
	_zone: 'UTC',
	_utcOffset: 0,
	problem: null,
	problem_since: null,
	...change,
});

/** A run that ended well. */
export const run = (change: Partial<Run> = {}): Run => ({
	...{ id: 'r'.repeat(20), _automationId: 'b'.repeat(20), _timestamp: 1e9 },
	...{ _triggerType: 'email', _actionType: 'save', _status: 'succeeded', _reason: null },
	...{ action_notification: null, _episodeId: null, _mark: null, credits: 1 },
	...{ trigger_capture: null, trigger_captureId: null, trigger_frames: [] },
	...{ trigger_from: null, trigger_subject: null, trigger_html: null, trigger_text: null },
	...{ trigger_attachments: [], trigger_unread: [], trigger_checks: null },
	...{ action_condition_met: true, action_verdict: 'met', action_evidence: 'Seen.', action_tells: null },
	...{ action_prompt: 'Is anyone there?', action_information: null, action_value: null },
	...{ action_fields: [], action_corrections: {} },
	...{ action_email_subject: null, action_email_html: null, action_sentTo: null, action_files: [] },
	action_files_deleted_at: null,
	...{ action_asked_at: null, action_approval: null, action_answered_at: null, action_edited: false },
	...{ action_boxes: [], action_zones: [], action_examples: [], action_firstLook: null },
	...{ model: null, tokensIn: null, tokensOut: null, decide_ms: null, deliveries: [] },
	...{ _retries: false, _waitsFor: null },
	...change,
});

const none = { items: [], next: null };

/** A stored picture, which the tests' own server draws: its path ends with its size, such as `640x480`. */
export const stored = (path: string, timeCreated = '2026-01-15T08:00:00.000Z'): FileMetadata => ({
	bucket: portalSettings.storageBucket,
	name: path,
	generation: '1',
	metageneration: '1',
	size: '1000',
	timeCreated,
	updated: timeCreated,
	md5Hash: '',
	cacheControl: '',
	contentDisposition: '',
	contentEncoding: 'identity',
	contentType: 'image/svg+xml',
	downloadTokens: 'a-token',
});

/** Nobody is signed in. */
export const visitor: Answers = {
	'GET /api/portal': portalSettings,
	'GET /api/users/me': refused('unauthenticated'),
};

/** A customer who has nothing yet. */
export const customer: Answers = {
	'GET /api/portal': portalSettings,
	'GET /api/users/me': me(),
	'GET /api/devices': none,
	'GET /api/devices/health': { items: [] },
	'GET /api/automations': none,
	'GET /api/runs': none,
	'GET /api/episodes': none,
	'GET /api/dashboard': {
		waiting: { runs: 0, oldest: [] },
		hours: [],
		cameras: [],
		failures: [],
		pictures: [],
		drawn: [],
		hasRun: false,
	},
	'GET /api/users/me/sessions': { items: [] },
	'GET /api/users/me/second-factor': {
		since: null,
		required: false,
		recoveryCodesLeft: 0,
		trustedBrowsers: 0,
	},
	'GET /api/users/me/address': { pending: null },
	'GET /api/users/me/passkeys': { items: [] },
	'GET /api/users/me/events': none,
	'GET /api/files/folders': { items: [] },
	'GET /api/exports': { latest: null },
	'GET /api/push': { key: '', items: [] },
	'GET /api/shares': { items: [] },
	'GET /api/tokens': { items: [] },
	'GET /api/webhook-endpoints': { items: [] },
	'GET /api/channels': { items: [] },
	'GET /api/billing': { creditBalance: 0 },
	'GET /api/billing/outlook': { creditsPerRun: 1, spentPerDay: 0, daysLeft: null },
	'GET /v0/b/{bucket}/o/{path}': ({ params }) => stored(decodeURIComponent(params.path)),
	'GET /api/billing/statement': { ...none, added: 0, spent: 0 },
};
