/** A small mail host that speaks IMAP (RFC 3501, with IDLE, MOVE and UIDPLUS) on loopback, for one account. */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';

interface StoredMail {
	uid: number;
	flags: Set<string>;
	arrived: Date;
	size: number;
	read(from: number, to: number): Buffer;
}

interface Folder {
	uidValidity: number;
	uidNext: number;
	mails: StoredMail[];
}

export interface ImapOptions {
	tls?: { cert: string; key: string };
	/** Without IDLE, clients ask now and then. */
	hasIdle?: boolean;
	port?: number;
}

const USER = 'portal@example.com';
const PASSWORD = 'pass/word: "ß"';

export class ImapServer {
	readonly folders = new Map<string, Folder>();
	password = PASSWORD;
	/** Accepts connections and commands, and answers none. */
	frozen = false;
	logins = 0;
	/** The bytes of mails that were sent. */
	sent = 0;
	/** Called with each command before it is carried out; the connection ends if it returns false. */
	before: (command: string) => boolean = () => true;
	#server: net.Server;
	#sockets = new Set<Socket>();
	#watching = new Set<() => void>();
	readonly #options: ImapOptions;
	#port = 0;
	#validity = 1000;

	constructor(options: ImapOptions = {}) {
		this.#options = options;
		this.#server = this.#make();
		this.#folder('INBOX');
	}

	#make(): net.Server {
		const accept = (socket: Socket) => {
			this.#sockets.add(socket);
			socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
			new Conversation(this, socket, this.#options.hasIdle ?? true).begin();
		};
		return this.#options.tls ? tls.createServer(this.#options.tls, accept) : net.createServer(accept);
	}

	async start(): Promise<this> {
		this.#server.listen(this.#port, '127.0.0.1');
		await once(this.#server, 'listening');
		this.#port = (this.#server.address() as AddressInfo).port;
		return this;
	}

	/** As after a cut cable: no connection stays, and no new one is accepted until `start`. */
	async stop(): Promise<void> {
		const closed = once(this.#server, 'close');
		this.#server.close();
		this.hangUp();
		await closed;
		this.#server = this.#make();
	}

	hangUp(): void {
		for (const socket of this.#sockets) socket.destroy();
	}

	get connections(): number {
		return this.#sockets.size;
	}

	url(folder = 'INBOX', { password = PASSWORD, host = '127.0.0.1' } = {}): string {
		const scheme = this.#options.tls ? 'imaps' : 'imap';
		const auth = `${encodeURIComponent(USER)}:${encodeURIComponent(password)}`;
		return `${scheme}://${auth}@${host}:${this.#port}/${encodeURIComponent(folder)}`;
	}

	deliver(raw: string | { size: number; head: string }, arrived = new Date(), folder = 'INBOX'): number {
		const { mails, uidNext } = this.#folder(folder);
		const bytes = Buffer.from(typeof raw === 'string' ? raw : raw.head);
		const size = typeof raw === 'string' ? bytes.length : raw.size;
		// What is after the head of a mail of that size is made when it is asked for.
		const read = (from: number, to: number) =>
			Buffer.concat([
				bytes.subarray(from, to),
				Buffer.alloc(Math.max(0, Math.min(to, size) - Math.max(from, bytes.length)), 'x'),
			]);
		mails.push({ uid: uidNext, flags: new Set(), arrived, size, read });
		this.#folder(folder).uidNext++;
		for (const tell of this.#watching) tell();
		return uidNext;
	}

	mails(folder = 'INBOX'): StoredMail[] {
		return this.folders.get(folder)?.mails ?? [];
	}

	/** Every mail gets another number, as after a restored backup. */
	renumber(folder = 'INBOX'): void {
		const found = this.#folder(folder);
		found.uidValidity = ++this.#validity;
		found.mails.forEach((mail, index) => {
			mail.uid = index + 1;
			mail.flags.clear();
		});
		found.uidNext = found.mails.length + 1;
		this.hangUp();
	}

	watch(tell: () => void): () => void {
		this.#watching.add(tell);
		return () => this.#watching.delete(tell);
	}

	#folder(name: string): Folder {
		const known = this.folders.get(name) ?? { uidValidity: ++this.#validity, uidNext: 1, mails: [] };
		this.folders.set(name, known);
		return known;
	}

	create(name: string): void {
		this.#folder(name);
	}

	isUser(user: string, password: string): boolean {
		return user === USER && password === this.password;
	}
}

class Conversation {
	readonly #server: ImapServer;
	readonly #socket: Socket;
	readonly #hasIdle: boolean;
	#input = Buffer.alloc(0);
	#command = '';
	#literal = 0;
	#folder: Folder | null = null;
	#idling: { tag: string; end(): void } | null = null;
	#told = 0;
	#unwatch = () => {};

	constructor(server: ImapServer, socket: Socket, hasIdle: boolean) {
		this.#server = server;
		this.#socket = socket;
		this.#hasIdle = hasIdle;
	}

	begin(): void {
		if (!this.#server.frozen) this.#say('* OK ready');
		this.#socket.once('close', () => this.#unwatch());
		this.#socket.on('data', (data: Buffer) => {
			this.#input = Buffer.concat([this.#input, data]);
			this.#readInput();
		});
	}

	#say(line: string): void {
		this.#socket.write(`${line}\r\n`);
	}

	/** A line that ends with {n} is continued by n bytes, which are kept as a quoted text. */
	#readInput(): void {
		while (!this.#socket.destroyed) {
			if (this.#literal > 0) {
				if (this.#input.length < this.#literal) return;
				const text = this.#input.toString('utf8', 0, this.#literal);
				this.#command += `"${text.replace(/["\\]/g, '\\$&')}"`;
				this.#input = this.#input.subarray(this.#literal);
				this.#literal = 0;
			}
			const end = this.#input.indexOf('\r\n');
			if (end === -1) return;
			const line = this.#input.toString('utf8', 0, end);
			this.#input = this.#input.subarray(end + 2);
			const [, before = line, bytes] = /^(.*)\{(\d+)\+?\}$/.exec(line) ?? [];
			this.#command += before;
			if (bytes !== undefined) {
				this.#literal = Number(bytes);
				this.#say('+ go on');
				continue;
			}
			const whole = this.#command;
			this.#command = '';
			if (!this.#server.frozen) this.#handle(whole);
		}
	}

	#handle(line: string): void {
		if (line === 'DONE') {
			this.#idling?.end();
			return;
		}
		const [, tag = '', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/s.exec(line) ?? [];
		const command = name.toUpperCase();
		if (!this.#server.before(command)) {
			this.#socket.destroy();
			return;
		}
		const said = this.#carryOut(command, rest, tag);
		if (said !== null) this.#say(`${tag} ${said}`);
	}

	#carryOut(command: string, rest: string, tag: string): string | null {
		const words = wordsOf(rest);
		switch (command) {
			case 'CAPABILITY':
				this.#say(`* CAPABILITY IMAP4rev1 MOVE UIDPLUS NAMESPACE${this.#hasIdle ? ' IDLE' : ''}`);
				return 'OK done';
			case 'LOGIN':
				this.#server.logins++;
				return this.#server.isUser(words[0] ?? '', words[1] ?? '')
					? 'OK signed in'
					: `NO [AUTHENTICATIONFAILED] "${words[1]}" is not the password of ${words[0]}`;
			case 'NAMESPACE':
				this.#say('* NAMESPACE (("" "/")) NIL NIL');
				return 'OK done';
			case 'LIST':
			case 'LSUB':
				for (const folder of this.#server.folders.keys())
					if (words[1] === folder || /[*%]/.test(words[1] ?? ''))
						this.#say(`* ${command} () "/" "${folder}"`);
				return 'OK done';
			case 'SELECT':
				return this.#select(words[0] ?? '');
			case 'STATUS': {
				const found = this.#server.folders.get(words[0] ?? '');
				if (!found) return 'NO [NONEXISTENT] no such folder';
				this.#say(`* STATUS "${words[0]}" (UIDNEXT ${found.uidNext})`);
				return 'OK done';
			}
			case 'CREATE':
				this.#server.create(words[0] ?? '');
				return 'OK made';
			case 'IDLE':
				this.#idle(tag);
				return null;
			case 'NOOP':
				this.#tell();
				return 'OK done';
			case 'LOGOUT':
				this.#say('* BYE');
				this.#socket.end(`${tag} OK bye\r\n`);
				return null;
			default:
				return this.#folder ? this.#onMails(this.#folder, command, rest) : 'BAD not known';
		}
	}

	#select(name: string): string {
		const found = this.#server.folders.get(name);
		if (!found) return 'NO [NONEXISTENT] no such folder';
		this.#folder = found;
		this.#told = found.mails.length;
		this.#say(`* ${found.mails.length} EXISTS`);
		this.#say('* FLAGS (\\Seen \\Deleted)');
		this.#say('* OK [PERMANENTFLAGS (\\Seen \\Deleted \\*)]');
		this.#say(`* OK [UIDVALIDITY ${found.uidValidity}]`);
		this.#say(`* OK [UIDNEXT ${found.uidNext}]`);
		return 'OK [READ-WRITE] selected';
	}

	#idle(tag: string): void {
		const unwatch = this.#server.watch(() => this.#tell());
		const end = () => {
			unwatch();
			this.#idling = null;
			this.#say(`${tag} OK done`);
		};
		this.#unwatch = unwatch;
		this.#idling = { tag, end };
		this.#say('+ idling');
		this.#tell();
	}

	#tell(): void {
		const count = this.#folder?.mails.length ?? 0;
		if (count > this.#told) this.#say(`* ${count} EXISTS`);
		this.#told = count;
	}

	#onMails(folder: Folder, command: string, rest: string): string {
		if (command === 'UID SEARCH') {
			this.#say(`* SEARCH ${search(folder, rest).join(' ')}`.trimEnd());
			return 'OK done';
		}
		const [range = '', ...what] = rest.split(' ');
		const asked = what.join(' ');
		const isNamed = within(folder, range);
		const named = folder.mails.filter(({ uid }) => isNamed(uid));
		if (command === 'UID FETCH') {
			for (const mail of named) this.#fetch(folder, mail, asked);
		} else if (command === 'UID STORE') {
			for (const mail of named) for (const flag of asked.match(/[\\$]\w+/g) ?? []) mail.flags.add(flag);
		} else if (command === 'UID MOVE') {
			const [name = ''] = wordsOf(asked);
			const target = this.#server.folders.get(name);
			if (!target) return 'NO [TRYCREATE] no such folder';
			for (const mail of named) {
				this.#say(`* ${folder.mails.indexOf(mail) + 1} EXPUNGE`);
				folder.mails.splice(folder.mails.indexOf(mail), 1);
				target.mails.push({ ...mail, uid: target.uidNext++ });
			}
			this.#told = folder.mails.length;
		} else return 'BAD not known';
		return 'OK done';
	}

	#fetch(folder: Folder, mail: StoredMail, asked: string): void {
		const parts: (string | Buffer)[] = [`UID ${mail.uid}`];
		if (asked.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${mail.size}`);
		if (asked.includes('INTERNALDATE')) parts.push(`INTERNALDATE "${internalDate(mail.arrived)}"`);
		const [, section, from, most] = /BODY\.PEEK\[(HEADER|)\](?:<(\d+)\.(\d+)>)?/i.exec(asked) ?? [];
		let bytes: Buffer = Buffer.alloc(0);
		if (section !== undefined) {
			const start = Number(from ?? 0);
			const end = start + Number(most ?? mail.size);
			bytes = mail.read(start, end);
			const blank = bytes.indexOf('\r\n\r\n');
			if (section !== '' && blank !== -1) bytes = bytes.subarray(0, blank + 4);
			parts.push(`BODY[${section}]${from === undefined ? '' : `<${from}>`} {${bytes.length}}\r\n`);
		}
		this.#server.sent += bytes.length;
		this.#socket.write(`* ${folder.mails.indexOf(mail) + 1} FETCH (${parts.join(' ')}`);
		this.#socket.write(bytes);
		this.#say(')');
	}
}

/** The words of a command: bare, or quoted. */
const wordsOf = (text: string): string[] =>
	[...text.matchAll(/"((?:\\.|[^"\\])*)"|([^\s()"]+)/gs)].map(
		([, quoted, bare]) => quoted?.replace(/\\(.)/gs, '$1') ?? bare ?? '',
	);

function search(folder: Folder, asked: string): number[] {
	const [, range] = /(?:^| )UID (\S+)/.exec(asked) ?? [];
	const [, without] = /UNKEYWORD (\S+)/.exec(asked) ?? [];
	const [, since] = /SINCE "?([\w-]+)"?/.exec(asked) ?? [];
	const isAsked = range === undefined ? () => true : within(folder, range);
	return folder.mails
		.filter(({ uid }) => isAsked(uid))
		.filter(({ flags }) => without === undefined || !flags.has(without))
		.filter(({ arrived }) => since === undefined || arrived >= new Date(`${since} UTC`))
		.map(({ uid }) => uid);
}

/** Whether a number is in a set such as 1,4:7,9:* */
function within(folder: Folder, set: string): (uid: number) => boolean {
	const last = folder.mails.at(-1)?.uid ?? 0;
	const ranges = set.split(',').map((part) => {
		const [from = 0, to = from] = part.split(':').map((one) => (one === '*' ? last : Number(one)));
		return [Math.min(from, to), Math.max(from, to)] as const;
	});
	return (uid) => ranges.some(([from, to]) => uid >= from && uid <= to);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
function internalDate(at: Date): string {
	const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 19)];
	return `${day.slice(8)}-${MONTHS[at.getUTCMonth()]}-${day.slice(0, 4)} ${time} +0000`;
}
