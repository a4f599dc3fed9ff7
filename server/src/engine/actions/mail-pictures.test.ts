import type { PictureBox } from '@watchword/contract/boxes';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { users } from '../../accounts/tables.ts';
import { addAutomation, addCamera, grant, sendBurst } from '../../testing/automation.ts';
import { drawing, jpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { quietHours, sendHeld } from '../../testing/watch.ts';

/** The largest mail that Postfix takes unless it is told otherwise. */
const MAIL_SERVER_TAKES = 10_240_000;
const box = (picture: number, name: string, counted = true): PictureBox => ({
	...{ picture, name, counted, score: 0.9 },
	...{ left: 0.2, top: 0.2, right: 0.8, bottom: 0.8 },
});

let server: TestServer;
let boxes: PictureBox[] = [];
beforeAll(async () => {
	const scripted = scriptedModel(() => answerOf({ evidence: 'Picture 1: nobody.\nPicture 2: one person.' }));
	server = await startServer({
		model: {
			...scripted,
			ask: async (...question) => ({ ...(await scripted.ask(...question)), boxes }),
		},
	});
});
afterAll(() => server.stop());

async function watch(fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_toAddress: customer.email,
		...fields,
	});
	const send = async (...files: Buffer[]) => {
		const answer = await sendBurst(server.url, camera.deviceKey, files);
		expect(answer.status).toBe(202);
	};
	const mail = async (place = 0) => {
		const raw = (await server.rawMails(customer.email, place + 1))[place] ?? '';
		const { html = '', text = '', attachments } = await PostalMime.parse(raw);
		const pictures = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
		return { raw, html, text, attachments, pictures };
	};
	return { customer, camera, id, send, mail };
}

const moment = () => Promise.all(['#804020', '#204080', '#306030'].map((c) => jpeg(640, 480, c)));

/** How far the colour of a pixel of one picture is from the other's. */
async function difference(one: Buffer, other: Buffer, x: number, y: number): Promise<number> {
	const pixel = (bytes: Buffer) =>
		sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer();
	const [a, b] = [await pixel(one), await pixel(other)];
	return Math.max(...[0, 1, 2].map((channel) => Math.abs(Number(a[channel]) - Number(b[channel]))));
}
/** Whether a frame was drawn, with its left side where `box` has it. */
const isFramed = async (sent: Buffer, taken: Buffer) => {
	expect(await difference(sent, taken, 20, 20)).toBeLessThan(20);
	return (await difference(sent, taken, 128, 240)) > 40;
};

test('every picture of a moment is in the mail, with the boxes of that picture and no others', async () => {
	boxes = [box(1, 'person'), box(2, 'dog', false)];
	const { id, send, mail } = await watch({ _burst: 3 });
	const taken = await moment();
	await send(...taken);
	await endedRuns(server, id, 1);
	const { html, attachments, pictures } = await mail();
	const names = ['capture', 'picture-2-of-capture', 'picture-3-of-capture'];
	expect(attachments.map(({ contentId }) => contentId)).toEqual(names.map((name) => `<${name}>`));
	for (const name of names) expect(html).toContain(`src="cid:${name}"`);
	expect(html).toContain('The pictures were taken at ');
	expect(html).toContain('Picture 1: nobody.<br>Picture 2: one person.');
	expect(html).toContain('Framed: person. Dashed, not sure and not counted: dog.');
	const framed = await Promise.all(
		pictures.map((picture, index) => isFramed(picture, taken[index] as Buffer)),
	);
	expect(framed).toEqual([false, true, true]);
});

test('an alert that was held shows the pictures of its moment, and says what is framed', async () => {
	boxes = [box(1, 'person')];
	const { customer, id, send, mail } = await watch({ _burst: 3, _tell: 'begin' });
	await server.services.database.db.update(users).set(quietHours()).where(eq(users.id, customer.uid));
	const taken = await moment();
	await send(...taken);
	await endedRuns(server, id, 1);
	await sendHeld(server, id);
	const { html, text, attachments, pictures } = await mail();
	expect(pictures).toHaveLength(3);
	expect(await isFramed(pictures[0] as Buffer, taken[0] as Buffer)).toBe(false);
	expect(await isFramed(pictures[1] as Buffer, taken[1] as Buffer)).toBe(true);
	for (const { contentId } of attachments) expect(html).toContain(`src="cid:${contentId?.slice(1, -1)}"`);
	expect(html).toContain('Framed: person.');
	for (const words of [html, text]) expect(words).toContain('This alert was held until now.');
});

test('of many alerts that were held the first are shown with their pictures, and no others are read', async () => {
	boxes = [];
	const { customer, id, send, mail } = await watch({ _burst: 3, _tell: 'every' });
	await server.services.database.db.update(users).set(quietHours()).where(eq(users.id, customer.uid));
	const taken = await moment();
	for (let n = 0; n < 8; n++) await send(...taken);
	const runs = await endedRuns(server, id, 8);
	const read = vi.spyOn(server.services.objects, 'read');
	await sendHeld(server, id);
	const { html, attachments } = await mail();
	const shown = runs.slice(0, 5).map((run) => `<${run.id}>`);
	expect(attachments.filter((_, place) => place % 3 === 0).map(({ contentId }) => contentId)).toEqual(shown);
	expect(attachments).toHaveLength(15);
	expect(html.match(/See the run/g)).toHaveLength(8);
	const paths = runs.flatMap(({ trigger_capture, trigger_frames }) => [trigger_capture, ...trigger_frames]);
	expect(read.mock.calls.filter(([path]) => paths.includes(path))).toHaveLength(15);
	read.mockRestore();
});

test.each([
	['that not every mail program shows', () => drawing(640, 480).webp().toBuffer()],
	['that is too large for a mail server', () => noise(1900, 1800)],
])('a picture %s is sent as one that gets through', async (_what, draw) => {
	boxes = [];
	const { camera, id, mail } = await watch();
	expect((await camera.send(await draw())).status).toBe(202);
	await endedRuns(server, id, 1);
	const { raw, attachments, pictures } = await mail();
	expect(attachments).toMatchObject([{ mimeType: 'image/jpeg', contentId: '<capture>' }]);
	expect(await sharp(pictures[0]).metadata()).toMatchObject({ format: 'jpeg' });
	expect(raw.length).toBeLessThan(MAIL_SERVER_TAKES);
});

/** A picture as large as they come: little in it repeats. */
async function noise(width: number, height: number): Promise<Buffer> {
	const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
	const create = { width, height, channels: 3, background: '#000', noise } as const;
	const square = await jpeg(height / 2, height / 2, '#f4e9c1');
	const bytes = await sharp({ create })
		.composite([{ input: square }])
		.png()
		.toBuffer();
	expect(bytes.length).toBeGreaterThan(7_500_000);
	expect(bytes.length).toBeLessThan(10_000_000);
	return bytes;
}

test('a mail says when its picture was taken, also when an old one is run again', async () => {
	boxes = [];
	const { customer, camera, id, mail } = await watch({ _zone: 'Asia/Tokyo' });
	await camera.send(await jpeg(), { 'X-Captured-At': new Date(Date.now() - 2000).toISOString() });
	const [run] = await endedRuns(server, id, 1);
	const inTokyo = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' });
	const words = `The picture was taken at ${inTokyo.format(run?._timestamp)} (Asia/Tokyo).`;
	const first = await mail();
	for (const part of [first.html, first.text]) expect(part).toContain(words);
	expect((await customer.post(`/api/runs/${run?.id}/again`)).status).toBe(200);
	await endedRuns(server, id, 2);
	expect((await mail(1)).text).toContain(words);
});
