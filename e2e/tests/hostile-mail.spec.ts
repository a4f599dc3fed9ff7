import type { Page } from '@playwright/test';
import { aimedAt, HOSTILE, SWALLOWING } from '../../server/src/testing/hostile-mail.ts';
import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { startSink } from '../sink.ts';

// Tall enough for every card at once.
test.use({ viewport: { width: 1280, height: 3000 } });

const ENCODED: [name: string, type: string, body: (sink: string) => Buffer][] = [
	[
		'utf-7',
		'text/html; charset=utf-7',
		() => Buffer.from('<p>before</p>+ADw-script+AD4-top.hacked=1+ADw-/script+AD4-'),
	],
	[
		'utf-16',
		'text/html; charset=utf-16le',
		(sink) =>
			Buffer.from(`\uFEFF<p>before</p><img src=x onerror=top.hacked=1><img src=//${sink}/utf16>`, 'utf16le'),
	],
	[
		'iso-2022-jp',
		'text/html; charset=iso-2022-jp',
		() =>
			Buffer.from('<p>before</p><a title="\x1b(J\\"><img src=x onerror=top.hacked=1>\x1b(B">x</a>', 'latin1'),
	],
];

interface Shown {
	id: string;
	_status: string;
}

test('hostile mail runs nothing, asks for nothing and leads nowhere', async ({
	signedIn: page,
	server,
	account,
}) => {
	const sink = await startSink();
	const context = page.context();
	const outside: string[] = [];
	const navigated: string[] = [];
	const dialogs: string[] = [];
	page.on('dialog', (dialog) => {
		dialogs.push(dialog.message());
		void dialog.dismiss();
	});

	await test.step('left to themselves, these mails do what they are made for', async () => {
		const victim = await context.newPage();
		const live = ['handlers', 'fetching', 'styles'].flatMap((name) => HOSTILE[name] ?? []);
		await victim.goto(sink.serve(aimedAt(live.join('\n'), sink.host)));
		await expect.poll(() => victim.evaluate(() => 'hacked' in window)).toBe(true);
		await expect.poll(() => sink.hits.length).toBeGreaterThan(10);
		await victim.close();
		sink.hits.length = 0;
	});

	await server.admin('credits', 'grant', '--email', account.email, '--credits', '50', '--why', 'a test');
	const created = await page.request.post('/api/automations', {
		data: { _name: '<img src=x onerror=top.hacked=1>', _actionType: 'save', action_prompt: 'Note it.' },
	});
	const { id } = (await created.json()) as { id: string };
	const to = `${id}@automations.localhost`;
	const send = (subject: string, body: string | Buffer, type = 'text/html') =>
		deliver(server.smtpPort, { to, head: [`Subject: ${subject}`, `Content-Type: ${type}`], body });
	for (const [name, type, body] of ENCODED) await send(name, body(sink.host), type);
	await send(
		'<b>bold</b><script>top.hacked=1</script>',
		aimedAt('<p>before</p><img src="http://SINK/newsletter.png">', sink.host),
	);
	const mails = async () =>
		((await (await page.request.get('/api/runs')).json()) as { items: Shown[] }).items;
	await expect
		.poll(async () => (await mails()).filter(({ _status }) => _status === 'succeeded').length)
		.toBe(ENCODED.length + 1);

	// What the server cleans is tested there. Here the portal is alone with the rest: as if the server had let it all through.
	const raw = [
		...Object.values(HOSTILE).map((vectors) => `<p>before</p>${vectors.join('\n')}`),
		...SWALLOWING,
	];
	const html = new Map(
		raw.map((body, n) => [String.fromCharCode(97 + n).repeat(20), aimedAt(body, sink.host)]),
	);
	const [newest] = await mails();
	await page.route(/\/api\/runs(\?|$)/, async (route) => {
		const response = await route.fetch();
		const { items, next } = await response.json();
		const more = [...html.keys()].map((id) => ({ ...newest, id }));
		await route.fulfill({ response, json: { items: [...items, ...more], next } });
	});
	await page.route(/\/api\/runs\/[a-z2-7]{20}$/, async (route) => {
		const id = route.request().url().slice(-20);
		const body = html.get(id);
		if (!body) return route.continue();
		const response = await page.request.get(`/api/runs/${newest?.id}`);
		const run = await response.json();
		await route.fulfill({ response, json: { ...run, id, trigger_html: body, action_email_html: body } });
	});
	const items = [...(await mails()), ...[...html.keys()].map((id) => ({ id }))];

	context.on('request', (request) => {
		const url = request.url();
		if (!url.startsWith(server.url) && !/^(data|about|blob):/.test(url)) outside.push(url);
		if (request.isNavigationRequest() && !url.startsWith(`${server.url}/mail-frame`)) navigated.push(url);
	});
	context.on('page', (opened) => navigated.push(`popup ${opened.url()}`));

	await page.goto('/app/runs');
	navigated.length = 0;
	const cards = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(cards).toHaveCount(items.length);
	// From the last to the first, so that what opens does not push away what is still to be opened.
	for (const run of items.toReversed()) {
		await page
			.locator(`[data-run="${run.id}"]`)
			.getByRole('button', { name: 'Show details' })
			.evaluate((button: HTMLElement) => button.click());
	}
	for (const run of items) {
		const body = page
			.locator(`[data-run="${run.id}"]`)
			.frameLocator('iframe[title="What the mail says"]')
			.locator('body');
		await expect(body).toContainText('before');
	}
	const last = page.locator(`[data-run="${newest?.id}"]`);
	await expect(last.getByText('<b>bold</b><script>top.hacked=1</script>', { exact: true })).toBeVisible();
	await expect(last.getByRole('link', { name: '<img src=x onerror=top.hacked=1>' })).toBeVisible();
	// The one request that was asked for also shows that all others would have been seen.
	await last.getByRole('button', { name: 'Load remote images' }).click();
	await expect.poll(() => sink.hits).toContain('/newsletter.png');
	await expect(last.getByRole('button', { name: 'Load remote images' })).toHaveCount(0);

	expect(sink.hits).toEqual(['/newsletter.png']);
	expect(outside).toEqual([`http://${sink.host}/newsletter.png`]);
	expect({ navigated, dialogs }).toEqual({ navigated: [], dialogs: [] });
	expect(await everyFrame(page, () => 'hacked' in window)).not.toContain(true);
	expect((await everyFrame(page, findings)).flat()).toEqual([]);
	expect(new URL(page.url()).pathname).toBe('/app/runs');
	sink.close();
});

async function everyFrame<T>(page: Page, look: () => T): Promise<T[]> {
	const frames = page.frames().filter((frame) => frame === page.mainFrame() || frame.url() !== 'about:blank');
	return Promise.all(frames.map((frame) => frame.evaluate(look)));
}

/** What must not be in a mail's page; the portal's own page has none of it inside its list either. */
function findings(): string[] {
	const inside = document.querySelector('[aria-label="Runs"]') ?? document.body;
	const forbidden =
		'script,style,link,meta,base,form,input,textarea,select,object,embed,frame,applet,svg:not([aria-hidden]),math,video,audio,template,[style]:not([data-index],iframe,[data-list]),[srcset],[background],[name],[target],[ping]';
	const found = inside.querySelectorAll(
		location.pathname === '/mail-frame' ? forbidden : 'script,style,form',
	);
	const bad = [...inside.querySelectorAll('*')].filter((element) =>
		[...element.attributes].some(
			({ name, value }) =>
				/^on/i.test(name) ||
				(/href|src$/i.test(name) && !/^(https?:|mailto:|tel:|data:image\/|\/|blob:http)/i.test(value)),
		),
	);
	return [...found, ...bad].map((element) => element.outerHTML.slice(0, 200));
}
