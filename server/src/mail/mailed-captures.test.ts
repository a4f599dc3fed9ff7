import type { Capture, Device } from '@watchword/contract/device';
import { eq, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { jpeg, phoneJpeg } from '../testing/images.ts';
import { deliverMail } from '../testing/mail.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { connectSmtp } from '../testing/smtp-client.ts';

let server: TestServer;
let picture: Buffer;
let other: Buffer;
beforeAll(async () => {
	server = await startServer({ env: { MAILS_PER_AUTOMATION_HOUR: '30' } });
	[picture, other] = [await jpeg(), await jpeg(400, 300, '#804020')];
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

async function mailingCamera() {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	const { mail_address } = await deviceOf(customer, deviceId);
	const to = `${mail_address}@automations.localhost`;
	const mail = (raw: string) => deliverMail(server, { envelope: { from: 'cam@shop.example', to }, raw });
	return { customer, deviceId, to, mail };
}

const deviceOf = async (customer: Customer, id: string) =>
	(await (await customer.get(`/api/devices/${id}`)).json()) as Device;

const capturesOf = async (customer: Customer, id: string) =>
	((await (await customer.get(`/api/devices/${id}/captures`)).json()) as { items: Capture[] }).items;

const base64 = (bytes: Buffer) => (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
const dated = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000');
const part = (head: string, bytes: Buffer) =>
	`--b\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}\r\n`;
const JPEG =
	'Content-Type: image/jpeg; name="pic.jpg"\r\nContent-Disposition: attachment; filename="pic.jpg"';

/** A mail of several parts, as most cameras write it. */
const mixed = (head: string, ...parts: string[]) =>
	`${head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n${parts.join('')}--b--\r\n`;

const head = (ms = Date.now() - 60_000) =>
	`From: <cam@shop.example>\r\nTo: owner\r\nSubject: \r\nDate: ${dated(ms)}\r\n`;

/** What cameras really send, by the look of their mails. */
const AS_CAMERAS_SEND: [what: string, raw: () => string][] = [
	[
		'a recorder, with words about the event before the picture',
		() =>
			mixed(
				`From: "DVR" <dvr@shop.example>\r\nSubject: =?gb2312?B?0qHNt7v6?= Motion Detected On Channel A1\r\nDate: ${dated(Date.now())}\r\n`,
				'--b\r\nContent-Type: text/plain; charset="gb2312"\r\n\r\nEVENT TYPE: Motion Detected\r\nPIN 4711\r\n',
				part(JPEG, picture),
			),
	],
	[
		'a doorbell, inline and referred to by HTML',
		() =>
			mixed(
				head(),
				'--b\r\nContent-Type: text/html\r\n\r\n<img src="cid:1">\r\n',
				part('Content-Type: image/jpeg\r\nContent-ID: <1>\r\nContent-Disposition: inline', picture),
			),
	],
	[
		'a camera that calls the picture a stream of octets',
		() => mixed(head(), part('Content-Type: application/octet-stream; name=20261116.jpg', picture)),
	],
	[
		'a camera that calls it text',
		() => mixed(head(), part('Content-Type: text/plain; name="A.JPG"', picture)),
	],
	[
		'a mail that is nothing but the picture',
		() =>
			`${head()}Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(picture)}\r\n`,
	],
	['a mail with bare line feeds', () => mixed(head(), part(JPEG, picture)).replaceAll('\r\n', '\n')],
	['a mail without a date or a subject', () => mixed('From: cam\r\n', part(JPEG, picture))],
	[
		'a mail that ends without its last boundary',
		() => mixed(head(), part(JPEG, picture)).replace('--b--', ''),
	],
];

describe('a mail of a camera becomes a capture', () => {
	test.each(AS_CAMERAS_SEND)('%s', async (_what, raw) => {
		const { customer, deviceId, mail } = await mailingCamera();
		await mail(raw());
		expect(await capturesOf(customer, deviceId)).toMatchObject([
			{ reason: 'mail', image_path: expect.any(String), frames: [] },
		]);
		expect(await deviceOf(customer, deviceId)).toMatchObject({
			connection: 'mail',
			problem: null,
			last_image_path: expect.any(String),
		});
	});

	test.each(['cam@front_door', '.cam@shop.example'])('of the sender %s', async (from) => {
		const { customer, deviceId, to } = await mailingCamera();
		const client = await connectSmtp(server.smtpPort);
		await client.send(from, to, mixed(head(), part(JPEG, picture)));
		client.close();
		expect(await capturesOf(customer, deviceId)).toHaveLength(1);
	});

	test('one for each picture, in their order, at most ten; logos and other files are left', async () => {
		const { customer, deviceId, mail } = await mailingCamera();
		const logo = await jpeg(200, 40);
		await mail(
			mixed(
				head(),
				part(JPEG, logo),
				part('Content-Type: application/pdf; name=a.pdf', Buffer.from('%PDF-1.4')),
				...Array.from({ length: 12 }, (_, n) => part(JPEG, n === 9 ? other : picture)),
			),
		);
		const found = await capturesOf(customer, deviceId);
		expect(found).toHaveLength(10);
		const newest = await server.services.objects.read(String(found[0]?.image_path));
		expect(newest).toEqual(other);
	});

	test('and sets off the automations that watch the device', async () => {
		const { customer, deviceId, mail } = await mailingCamera();
		const automation = await addAutomation(server, customer.uid, {
			_triggerType: 'capture',
			trigger_device_deviceID: deviceId,
			_actionType: 'save',
		});
		await mail(mixed(head(), part(JPEG, picture), part(JPEG, other)));
		const runs = await endedRuns(server, automation, 2);
		expect(runs.map(({ _status }) => _status)).toEqual(['succeeded', 'succeeded']);
	});

	test('nothing else of the mail is kept', async () => {
		const { customer, deviceId, mail } = await mailingCamera();
		const secret = 'very private words';
		await mail(
			mixed(
				`Subject: ${secret}\r\n`,
				`--b\r\nContent-Type: text/plain\r\n\r\n${secret}\r\n`,
				part(JPEG.replaceAll('pic.jpg', 'private-name.jpg'), await phoneJpeg()),
			),
		);
		expect(await capturesOf(customer, deviceId)).toHaveLength(1);
		const { db } = server.services.database;
		for (const table of ['captures', 'devices', 'files', 'mails', 'automation_runs']) {
			const { rows } = await db.execute(sql`select from ${sql.identifier(table)} t
				where t::text ~ ${`${secret}|private-name|cam@shop`}`);
			expect(rows, table).toEqual([]);
		}
		expect((await db.execute(sql`select from mails where _owner = ${customer.uid}`)).rows).toEqual([]);
	});
});

describe('the time of a mailed capture', () => {
	const HOUR = 3_600_000;
	const timeOf = async (head: string) => {
		const { customer, deviceId, mail } = await mailingCamera();
		await mail(mixed(head, part(JPEG, picture)));
		const [capture] = await capturesOf(customer, deviceId);
		return Date.parse(String(capture?.captured_at));
	};

	test('is that of the mail, in whatever zone the camera writes it', async () => {
		const at = Math.floor(Date.now() / 1000) * 1000 - 3 * HOUR;
		expect(await timeOf(`Date: ${dated(at)}\r\n`)).toBe(at);
		const inBeijing = new Date(at + 8 * HOUR).toUTCString().replace('GMT', '+0800 (CST)');
		expect(await timeOf(`Date: ${inBeijing}\r\n`)).toBe(at);
	});

	test.each([
		['of a clock that was never set', 'Thu, 01 Jan 1970 00:00:10 +0000'],
		['in the future', dated(Date.now() + 2 * HOUR)],
		['longer ago than a week', dated(Date.now() - 8 * 24 * HOUR)],
		['that is no time', 'yesterday, I think'],
	])('is that of its arrival where the mail has a date %s', async (_what, date) => {
		const before = Date.now();
		expect(await timeOf(`Date: ${date}\r\n`)).toBeGreaterThanOrEqual(before);
	});
});

test('the same mail twice is the same captures, and another one of the same minute is another', async () => {
	const { customer, deviceId, mail } = await mailingCamera();
	const [first, second] = [120_000, 119_000].map((ago) =>
		mixed(head(Date.now() - ago), part(JPEG, picture), part(JPEG, other)),
	) as [string, string];
	for (const raw of [first, first, second, first]) await mail(raw);
	expect(await capturesOf(customer, deviceId)).toHaveLength(4);
	const withId = (received: string) =>
		mixed(`Received: ${received}\r\nMessage-ID: <1@cam>\r\n${head(0)}`, part(JPEG, picture));
	for (const server of ['one', 'another']) await mail(withId(server));
	expect(await capturesOf(customer, deviceId)).toHaveLength(5);
});

test('a mail that could not be stored whole is refused for now; sent again, nothing is lost or doubled', async () => {
	const { customer, deviceId, mail } = await mailingCamera();
	const raw = mixed(head(), part(JPEG, picture), part(JPEG, other), part(JPEG, picture));
	const { objects } = server.services;
	const { put } = objects;
	let stored = 0;
	// Small versions of other captures are stored meanwhile.
	const isOriginal = (path: string) => path.includes(deviceId) && !/\.(?:small|clean)\./.test(path);
	objects.put = async (...file) => {
		if (isOriginal(file[0]) && ++stored === 2) throw new Error('the disk is full');
		return put.call(objects, ...file);
	};
	try {
		await expect(mail(raw)).rejects.toThrow('451');
		expect(await capturesOf(customer, deviceId)).toHaveLength(1);
		await mail(raw);
	} finally {
		objects.put = put;
	}
	expect(await capturesOf(customer, deviceId)).toHaveLength(3);
});

test('a mail without a picture is accepted and shown as a problem, until a picture comes', async () => {
	const { customer, deviceId, mail } = await mailingCamera();
	await mail(`${head()}\r\nThis is a test mail.\r\n`);
	expect(await deviceOf(customer, deviceId)).toMatchObject({
		problem: 'A mail without a picture came.',
		problem_since: expect.any(String),
	});
	const login = Buffer.from('<html>Please log in</html>');
	await mail(
		mixed(head(), part(JPEG, login), part(JPEG, picture.subarray(0, 500)), part(JPEG, Buffer.alloc(0))),
	);
	expect(await deviceOf(customer, deviceId)).toMatchObject({
		problem: 'A mail came whose picture cannot be read.',
	});
	expect(await capturesOf(customer, deviceId)).toEqual([]);
	await mail(mixed(head(), part(JPEG, login), part(JPEG, picture)));
	expect(await capturesOf(customer, deviceId)).toHaveLength(1);
	expect(await deviceOf(customer, deviceId)).toMatchObject({ problem: null, problem_since: null });
});

describe('an address', () => {
	const refusedBy = (to: string) =>
		deliverMail(server, {
			envelope: { from: 'cam@shop.example', to },
			raw: mixed(head(), part(JPEG, picture)),
		})
			.then(() => null)
			.catch((error: Error) => error.message);

	test('stops when the owner takes another one, removes the device, or is disabled', async () => {
		const { customer, deviceId, to, mail } = await mailingCamera();
		await customer.post(`/api/devices/${deviceId}/mail-address`);
		expect(await refusedBy(to)).toContain('550');
		const { mail_address } = await deviceOf(customer, deviceId);
		const next = `${mail_address}@automations.localhost`;
		expect(await refusedBy(next)).toBeNull();
		const { db } = server.services.database;
		await db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, customer.uid));
		expect(await refusedBy(next)).toContain('550');
		await db.update(users).set({ disabled_at: null }).where(eq(users.id, customer.uid));
		await customer.send('DELETE', `/api/devices/${deviceId}`, {});
		expect(await refusedBy(next)).toContain('550');
		await expect(mail(head())).rejects.toThrow('550');
	});

	test('takes several mails a minute on one connection, and refuses a flood for now, which the card says', async () => {
		const { customer, deviceId, to } = await mailingCamera();
		const client = await connectSmtp(server.smtpPort);
		const now = Date.now();
		try {
			for (let n = 0; n < 30; n++)
				await client.send('', to, mixed(head(now - n * 1000), part(JPEG, picture)));
			await expect(client.send('', to, mixed(head(), part(JPEG, picture)))).rejects.toThrow('452');
		} finally {
			client.close();
		}
		expect(await capturesOf(customer, deviceId)).toHaveLength(30);
		expect(await deviceOf(customer, deviceId)).toMatchObject({
			problem: expect.stringContaining('mailed too much'),
		});
	});

	test('is also the user name for cameras that must have one; no other name opens anything', async () => {
		const { customer, deviceId, to } = await mailingCamera();
		const send = async (user: string) => {
			const transport = createTransport({
				host: '127.0.0.1',
				port: server.smtpPort,
				ignoreTLS: true,
				auth: { user, pass: 'anything' },
			});
			try {
				await transport.sendMail({
					envelope: { from: 'cam@shop.example', to },
					raw: mixed(head(), part(JPEG, picture)),
				});
			} finally {
				transport.close();
			}
		};
		await send(to);
		expect(await capturesOf(customer, deviceId)).toHaveLength(1);
		await expect(send('admin')).rejects.toThrow('535');
		await expect(send(`${'a'.repeat(24)}@automations.localhost`)).rejects.toThrow('535');
	});
});
