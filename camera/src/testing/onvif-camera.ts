import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Options {
	password?: string;
	stream?: string;
	snapshot?: string;
	/** How far its clock is off, in milliseconds. */
	clockOff?: number;
	/** The auxiliary commands it offers, if any. */
	commands?: string;
	/** Whether the account may view but not switch anything. */
	viewOnly?: boolean;
	/** Whether it breaks off in the middle of its answers. */
	breaksOff?: boolean;
}

const ENVELOPE =
	'<?xml version="1.0" encoding="utf-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:wsdd="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:ter="http://www.onvif.org/ver10/error">';

/**
 * A scripted ONVIF camera on loopback. It speaks the messages of real ones: the probe over UDP, SOAP with a password digest by
 * its own clock, media profiles, addresses with an inner host name, auxiliary commands and a relay.
 */
export async function startOnvifCamera({
	password = 'secret',
	stream = 'rtsp://10.0.0.9:554/live?a=1&b=2',
	snapshot,
	clockOff = 0,
	commands = '',
	viewOnly = false,
	breaksOff = false,
}: Options = {}) {
	/** What was switched, in order. */
	const switched: string[] = [];
	let refused = 0;
	const now = () => new Date(Date.now() + clockOff);

	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = Buffer.concat(chunks).toString();
		if (breaksOff) {
			response.writeHead(200, { 'content-length': 1000 });
			return void response.write(ENVELOPE.slice(0, 10), () => response.destroy());
		}
		const answer = (content: string, status = 200) =>
			response
				.writeHead(status, { 'content-type': 'application/soap+xml; charset=utf-8' })
				.end(`${ENVELOPE}<SOAP-ENV:Body>${content}</SOAP-ENV:Body></SOAP-ENV:Envelope>`);
		const [, name = ''] = /Body>\s*<\w+:(\w+)/.exec(body) ?? [];
		const isForbidden = viewOnly && /^S/.test(name);
		if (isForbidden || (name !== 'GetSystemDateAndTime' && !isAuthorized(body))) {
			refused++;
			answer(
				'<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>ter:NotAuthorized</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">Sender not authorized</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>',
				400,
			);
			return;
		}
		answer(ANSWERS[name]?.(body) ?? '<SOAP-ENV:Fault><SOAP-ENV:Reason/></SOAP-ENV:Fault>');
	});

	const isAuthorized = (body: string) => {
		const field = (name: string) => new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)<`).exec(body)?.[1] ?? '';
		const created = field('Created');
		const expected = createHash('sha1')
			.update(Buffer.from(field('Nonce'), 'base64'))
			.update(created)
			.update(password)
			.digest('base64');
		const isNow = Math.abs(Date.parse(created) - now().getTime()) < 5000;
		return field('Username') === 'admin' && field('Password') === expected && isNow;
	};

	const xml = (text: string) => text.replaceAll('&', '&amp;');
	const ANSWERS: Record<string, (body: string) => string> = {
		GetSystemDateAndTime: () => {
			const at = now();
			return `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:UTCDateTime><tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`;
		},
		GetDeviceInformation: () =>
			'<tds:GetDeviceInformationResponse><tds:Manufacturer>ACME</tds:Manufacturer><tds:Model>Dome 4</tds:Model><tds:FirmwareVersion>1</tds:FirmwareVersion></tds:GetDeviceInformationResponse>',
		GetCapabilities: () =>
			'<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Device><tt:XAddr>http://10.0.0.9/onvif/device_service</tt:XAddr></tt:Device><tt:Media><tt:XAddr>http://10.0.0.9:PORT/onvif/Media</tt:XAddr></tt:Media></tds:Capabilities></tds:GetCapabilitiesResponse>'.replace(
				'PORT',
				String(port),
			),
		GetProfiles: () =>
			[
				['sub', 320, 180],
				['main', 640, 360],
			]
				.map(
					([token, width, height]) =>
						`<trt:Profiles token="${token}" fixed="true"><tt:Name>${token}</tt:Name><tt:VideoEncoderConfiguration token="v"><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration></trt:Profiles>`,
				)
				.join('')
				.replace(/^.*$/s, '<trt:GetProfilesResponse>$&</trt:GetProfilesResponse>'),
		GetStreamUri: (body) =>
			body.includes('>main<')
				? `<trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>${xml(stream)}</tt:Uri></trt:MediaUri></trt:GetStreamUriResponse>`
				: '',
		GetSnapshotUri: () =>
			snapshot === undefined
				? '<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Receiver</SOAP-ENV:Value></SOAP-ENV:Code></SOAP-ENV:Fault>'
				: `<trt:GetSnapshotUriResponse><trt:MediaUri><tt:Uri>${xml(snapshot)}</tt:Uri></trt:MediaUri></trt:GetSnapshotUriResponse>`,
		GetServiceCapabilities: () =>
			`<tds:GetServiceCapabilitiesResponse><tds:Capabilities><tds:Network IPFilter="true"/><tds:Misc AuxiliaryCommands="${commands}"/></tds:Capabilities></tds:GetServiceCapabilitiesResponse>`,
		SendAuxiliaryCommand: (body) => {
			switched.push(/AuxiliaryCommand>([^<]+)</.exec(body)?.[1] ?? '');
			return '<tds:SendAuxiliaryCommandResponse/>';
		},
		SetRelayOutputState: (body) => {
			const field = (name: string) => new RegExp(`${name}>([^<]+)<`).exec(body)?.[1];
			switched.push(`${field('RelayOutputToken')} ${field('LogicalState')}`);
			return '<tds:SetRelayOutputStateResponse/>';
		},
	};

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	const discovery = createSocket('udp4');
	discovery.on('message', (message, from) => {
		const id = /MessageID>([^<]+)</.exec(message.toString())?.[1] ?? '';
		if (!message.toString().includes('NetworkVideoTransmitter')) return;
		// The address it believes to have comes first, as for a camera in two networks.
		const answer = `${ENVELOPE}<SOAP-ENV:Header><wsa:RelatesTo>${id}</wsa:RelatesTo><wsa:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</wsa:Action></SOAP-ENV:Header><SOAP-ENV:Body><wsdd:ProbeMatches><wsdd:ProbeMatch><wsa:EndpointReference><wsa:Address>urn:uuid:1</wsa:Address></wsa:EndpointReference><wsdd:Types>dn:NetworkVideoTransmitter</wsdd:Types><wsdd:Scopes>onvif://www.onvif.org/name/ACME</wsdd:Scopes><wsdd:XAddrs>http://10.0.0.9:${port}/onvif/device_service http://[fe80::1]/onvif/device_service</wsdd:XAddrs><wsdd:MetadataVersion>1</wsdd:MetadataVersion></wsdd:ProbeMatch></wsdd:ProbeMatches></SOAP-ENV:Body></SOAP-ENV:Envelope>`;
		discovery.send('not xml', from.port, from.address);
		discovery.send(answer, from.port, from.address);
	});
	discovery.bind(0, '127.0.0.1');
	await once(discovery, 'listening');

	return {
		url: `http://127.0.0.1:${port}/onvif/device_service`,
		probe: { host: '127.0.0.1', port: discovery.address().port },
		switched,
		refused: () => refused,
		setClock: (off: number) => {
			clockOff = off;
		},
		stop: async () => {
			discovery.close();
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
