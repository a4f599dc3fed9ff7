/**
 * The page that makes a phone or computer trust this server. It is on a port of its own, without encryption: a browser that does
 * not trust the server yet would warn before it shows anything.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import { smallServer } from '../http/listen.ts';
import { authorityFile } from './authority.ts';
import { type Steps, WAYS } from './trust-steps.ts';

export interface TrustPage {
	port: number;
	/** Of the authority. */
	fingerprint: string;
	close(): void;
}

interface Wishes {
	dataDir: string;
	host: string;
	/** Tried first; another one if it is taken. */
	port: number;
	/** The portal that the page leads to. */
	portal: string;
}

export async function openTrustPage({ dataDir, host, port, portal }: Wishes): Promise<TrustPage> {
	const certificate = new X509Certificate(await readFile(authorityFile(dataDir)));
	const answers = answersFor(certificate, portal);
	const server = smallServer((request, response) => {
		const [path = ''] = (request.url ?? '').split('?');
		const answer = request.method === 'GET' || request.method === 'HEAD' ? answers[path] : undefined;
		if (!answer) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
		response.writeHead(200, {
			'cache-control': 'no-store',
			'x-content-type-options': 'nosniff',
			...answer.headers,
		});
		response.end(answer.body);
	});
	await listen(server, host, port).catch(() => listen(server, host, 0));
	return {
		port: (server.address() as AddressInfo).port,
		fingerprint: certificate.fingerprint256,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

const listen = (server: http.Server, host: string, port: number) =>
	new Promise<void>((resolve, failed) => {
		server.once('error', failed);
		server.listen(port, host, () => resolve(void server.off('error', failed)));
	});

function answersFor(certificate: X509Certificate, portal: string) {
	const download = (type: string, name: string) => ({
		'content-type': type,
		'content-disposition': `attachment; filename="${name}"`,
	});
	const policy = [
		"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		`style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; img-src ${portal}`,
	].join('; ');
	const answers: Record<string, { headers: Record<string, string>; body: string | Buffer }> = {
		'/': {
			headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
			body: pageOf(certificate, portal),
		},
		'/watchword.crt': {
			headers: download('application/x-x509-ca-cert', 'watchword.crt'),
			body: certificate.raw,
		},
		'/watchword.mobileconfig': {
			headers: download('application/x-apple-aspen-config', 'watchword.mobileconfig'),
			body: profileOf(certificate),
		},
	};
	return answers;
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f7f5ef,#161714);--ink:light-dark(#1f211c,#eceae3);--pine:light-dark(#1f5c43,#7cc7a2);--on-pine:light-dark(#fff,#10201a)}
body{margin:0;font:1rem/1.55 ui-sans-serif,system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:34rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.5rem;line-height:1.25}
a{color:var(--pine)}
.button{display:inline-block;margin:.5rem 0;padding:.65rem 1.25rem;border-radius:.625rem;color:var(--on-pine);background:var(--pine);text-decoration:none;font-weight:500}
#state{padding:.75rem 1rem;border:1px solid var(--pine);border-radius:.625rem}
details{border-top:1px solid color-mix(in srgb,var(--ink) 20%,transparent);padding:.75rem 0}
summary{cursor:pointer;font-weight:500;min-height:1.75rem}
li{margin:.35rem 0}
code{overflow-wrap:anywhere;font-size:.8rem}
a:focus-visible,summary:focus-visible{outline:3px solid var(--pine);outline-offset:2px}
`;

/** The logo comes from the portal, so it can be shown only if the browser trusts the portal. */
const SCRIPT = `
const { portal } = document.body.dataset;
const asked = new URLSearchParams(location.search).get('to') ?? '/';
const to = portal + (/^\\/[^\\/\\\\]/.test(asked) ? asked : '/');
const state = document.getElementById('state');
document.getElementById('go').href = to;
const agent = navigator.userAgent;
const way = /iPhone|iPad/.test(agent) ? 'apple' : /Android/.test(agent) ? 'android' : /Windows/.test(agent) ? 'windows' : /Mac OS/.test(agent) ? (navigator.maxTouchPoints > 1 ? 'apple' : 'mac') : 'linux';
document.getElementById(way).open = true;
let shown = false;
function check() {
	const logo = new Image();
	logo.onload = () => {
		state.textContent = 'Trusted. Opening the portal ...';
		location.replace(to);
	};
	logo.onerror = () => {
		if (!shown) state.textContent = 'Not trusted yet. Follow the steps below, then come back to this page.';
		shown = true;
		setTimeout(check, 3000);
	};
	logo.src = portal + '/favicon.svg?' + Date.now();
}
check();
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check());
`;

function pageOf(certificate: X509Certificate, portal: string): string {
	const steps = ([id, { title, file, steps }]: [string, Steps]) => `<details id="${id}">
<summary>${title}</summary>
<ol>
<li><a class="button" href="/${file}" download>Get the certificate</a></li>
${steps.map((step) => `<li>${step}</li>`).join('\n')}
</ol>
</details>`;
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust this Watchword</title>
<style>${STYLE}</style>
<body data-portal="${portal}">
<main>
<h1>Trust this Watchword</h1>
<p>Watchword runs on a machine in your own network. Once this device trusts its certificate, the camera page, notifications and working offline need no warning.</p>
<p id="state" role="status">Checking ...</p>
${Object.entries(WAYS).map(steps).join('\n')}
<p><a id="go" href="${portal}/">Go on without it</a>: the browser warns, and notifications do not work.</p>
<p>The certificate is for addresses of private networks and names of this machine only. Compare its fingerprint with the one in the terminal:<br><code>${certificate.fingerprint256}</code></p>
</main>
<script>${SCRIPT}</script>
</html>
`;
}

/** A profile for iPhone and iPad. Its identifiers come from the certificate, so installing it again replaces it. */
function profileOf(certificate: X509Certificate): string {
	const id = createHash('sha256').update(certificate.raw).digest('hex');
	const uuid = (from: number) =>
		id
			.slice(from, from + 32)
			.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
			.toUpperCase();
	const name = certificate.subject.replace(/^CN=/, '');
	const common = (
		identifier: string,
		uid: string,
		type: string,
	) => `<key>PayloadDisplayName</key><string>${name}</string>
<key>PayloadIdentifier</key><string>${identifier}</string>
<key>PayloadUUID</key><string>${uid}</string>
<key>PayloadVersion</key><integer>1</integer>
<key>PayloadType</key><string>${type}</string>`;
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>PayloadContent</key><array><dict>
<key>PayloadContent</key><data>${certificate.raw.toString('base64')}</data>
${common(`watchword.${id.slice(0, 16)}.authority`, uuid(0), 'com.apple.security.root')}
</dict></array>
<key>PayloadDescription</key><string>Makes this device trust the Watchword in your network, and no other server.</string>
${common(`watchword.${id.slice(0, 16)}`, uuid(32), 'Configuration')}
</dict></plist>
`;
}
