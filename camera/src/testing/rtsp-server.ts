import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

interface Options {
	/** One picture as H.264 with start codes, sent twice a second. */
	picture: Buffer;
	/** Replaces the answer to DESCRIBE. */
	describe?: (socket: Socket, sequence: string) => void;
}

const RTP_CHANNEL = 0;
const MAX_IN_PACKET = 1400;

/** An RTSP camera on loopback that can also give answers that no real camera gives. No password, TCP only. */
export async function startRtspServer({ picture, describe }: Options) {
	const units = picture
		.toString('latin1')
		.split('\0\0\u0001')
		.map((unit) => Buffer.from(unit, 'latin1'))
		.filter(([type = 0]) => type > 0);
	const parameters = units.filter(([type = 0]) => [7, 8].includes(type & 31));
	const sets = parameters.map((unit) => unit.toString('base64')).join(',');
	const sdp = [
		'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n',
		`a=fmtp:96 packetization-mode=1; sprop-parameter-sets=${sets}\r\na=control:track1\r\n`,
	].join('');
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		let heard = '';
		let timer: NodeJS.Timeout | undefined;
		const say = (sequence: string, more: string, body = '') =>
			socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${sequence}\r\n${more}\r\n${body}`);
		socket.on('error', () => {}).once('close', () => clearInterval(timer));
		socket.on('data', (data) => {
			heard += data.toString('latin1');
			for (;;) {
				const end = heard.indexOf('\r\n\r\n');
				if (end < 0) return;
				const request = heard.slice(0, end);
				heard = heard.slice(end + 4);
				const sequence = /^CSeq: (\d+)/im.exec(request)?.[1] ?? '0';
				const [method] = request.split(' ');
				if (method === 'OPTIONS') say(sequence, 'Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n');
				else if (method === 'DESCRIBE' && describe) describe(socket, sequence);
				else if (method === 'DESCRIBE')
					say(sequence, `Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n`, sdp);
				else if (method === 'SETUP')
					/TCP/.test(request)
						? say(sequence, 'Session: 1\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n')
						: socket.write(`RTSP/1.0 461 Unsupported Transport\r\nCSeq: ${sequence}\r\n\r\n`);
				else if (method === 'PLAY') {
					say(sequence, 'Session: 1\r\nRange: npt=0-\r\n');
					let time = 0;
					const send = () => socket.write(packets(units, ++time));
					send();
					timer = setInterval(send, 500);
				} else say(sequence, 'Session: 1\r\n');
			}
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/live`,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

let sequence = 0;

/** A picture in RTP (RFC 6184), within the RTSP connection. */
function packets(units: Buffer[], time: number): Buffer {
	const out: Buffer[] = [];
	const packet = (payload: Buffer, isLast: boolean) => {
		const head = Buffer.alloc(16);
		head.write('$', 0);
		head[1] = RTP_CHANNEL;
		head.writeUInt16BE(12 + payload.length, 2);
		head[4] = 0x80;
		head[5] = 96 | (isLast ? 0x80 : 0);
		head.writeUInt16BE(++sequence & 0xffff, 6);
		head.writeUInt32BE(time * 45_000, 8);
		out.push(head, payload);
	};
	for (const [index, unit] of units.entries()) {
		const isLast = index === units.length - 1;
		if (unit.length <= MAX_IN_PACKET) {
			packet(unit, isLast);
			continue;
		}
		const [type = 0] = unit;
		for (let at = 1; at < unit.length; at += MAX_IN_PACKET) {
			const ends = at + MAX_IN_PACKET >= unit.length;
			const mark = (at === 1 ? 0x80 : 0) | (ends ? 0x40 : 0) | (type & 31);
			const fragment = unit.subarray(at, at + MAX_IN_PACKET);
			packet(Buffer.concat([Buffer.from([(type & 0xe0) | 28, mark]), fragment]), isLast && ends);
		}
	}
	return Buffer.concat(out);
}
