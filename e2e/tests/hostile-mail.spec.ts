import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { aimedAt, HOSTILE, SWALLOWING } from '../hostile-mail.ts';
import { deliver } from '../mail.ts';
import { startSink } from '../sink.ts';

// Tall enough for every card at once.
test.use({ viewport: { width: 1280, height: 3000 } });
test.setTimeout(180_000);

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
	trigger_subject: string;
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
	const raw = new Map<string, string>();
	const send = async (subject: string, html: string, type?: string, encoded?: Buffer) => {
		const body = aimedAt(html, sink.host);
		raw.set(subject, body);
		const head = [`Subject: ${subject}`, ...(type ? [`Content-Type: ${type}`] : [])];
		await deliver(server.smtpPort, { to, head, body: encoded ?? body });
	};
	const groups = Object.entries(HOSTILE);
	for (const [name, vectors] of groups) await send(name, `<p>before</p>${vectors.join('\n')}`);
	for (const [n, html] of SWALLOWING.entries()) await send(`swallow ${n}`, html);
	for (const [name, type, body] of ENCODED) await send(name, '', type, body(sink.host));
	await send(
		'<b>bold</b><script>top.hacked=1</script>',
		'<p>before</p><img src="http://SINK/newsletter.png">',
	);
	const count = groups.length + SWALLOWING.length + ENCODED.length + 1;

	await page.goto('/app/runs');
	const cards = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(cards.getByText('Done', { exact: true })).toHaveCount(count);
	const { items } = (await (await page.request.get('/api/runs')).json()) as { items: Shown[] };

	context.on('request', (request) => {
		const url = request.url();
		if (!url.startsWith(server.url) && !/^(data|about|blob):/.test(url)) outside.push(url);
		if (request.isNavigationRequest() && !url.startsWith(`${server.url}/mail-frame`)) navigated.push(url);
	});
	context.on('page', (opened) => navigated.push(`popup ${opened.url()}`));

	for (const cleanedBy of ['the server and the portal', 'the portal alone']) {
		await test.step(`cleaned by ${cleanedBy}`, async () => {
			if (cleanedBy === 'the portal alone') {
				await page.route(/\/api\/runs\/[a-z2-7]{20}$/, async (route) => {
					const answer = await route.fetch();
					const run = await answer.json();
					const html = raw.get(run.trigger_subject);
					await route.fulfill({
						response: answer,
						json: html ? { ...run, trigger_html: html, action_email_html: html } : run,
					});
				});
				await page.reload();
				navigated.length = 0;
			}
			sink.hits.length = 0;
			await expect(cards).toHaveCount(count);
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
				await expect(body).toContainText('before', { timeout: 30_000 });
			}
			const last = page.locator(`[data-run="${items[0]?.id}"]`);
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
			outside.length = 0;
		});
	}
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
