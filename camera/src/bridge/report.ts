import type { Moment } from '../server.ts';
import type { CameraTrouble } from '../sources/trouble.ts';

interface Output {
	write(text: string): unknown;
	isTTY?: boolean | undefined;
	rows?: number | undefined;
	columns?: number | undefined;
}

const DRAW_EVERY_MS = 500;
const local = (at: Date) => at.toLocaleTimeString('en-GB');

/**
 * What the bridge says: a line for each camera that stays in its place on a terminal, a line for each change in a log, and
 * every event as a line of JSON with `--json`.
 */
export class Report {
	readonly #out: Output;
	readonly #asJson: boolean;
	readonly #cameras: CameraReport[] = [];
	#drawn = 0;
	#timer: NodeJS.Timeout | null = null;

	constructor(out: Output, asJson: boolean) {
		this.#out = out;
		this.#asJson = asJson;
	}

	camera(name: string, source: string): CameraReport {
		const camera = new CameraReport(name, source, (event, words, more) =>
			this.#tell(camera, event, words, more),
		);
		this.#cameras.push(camera);
		return camera;
	}

	/** Something about the bridge itself. */
	say(line: string): void {
		if (this.#asJson) this.#json({ event: 'bridge', message: line });
		else this.#above(line);
	}

	/** Leaves the last state of the table on the screen and draws nothing more. */
	close(): void {
		if (this.#timer) this.#draw();
		if (this.#timer) clearTimeout(this.#timer);
		this.#timer = null;
	}

	get #isTable(): boolean {
		return !this.#asJson && this.#out.isTTY === true && this.#cameras.length < (this.#out.rows ?? 24) - 2;
	}

	#tell(camera: CameraReport, event: string, words: string | null, more: object): void {
		if (this.#asJson) this.#json({ camera: camera.name, event, message: words, ...more });
		else if (this.#isTable) this.#timer ??= setTimeout(() => this.#draw(), DRAW_EVERY_MS);
		else if (words !== null) this.#above(`${local(new Date())}  ${camera.name}: ${words}`);
	}

	#json(fields: object): void {
		this.#out.write(`${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`);
	}

	#above(line: string): void {
		this.#erase();
		this.#out.write(`${line}\n`);
		if (this.#isTable && this.#timer === null && this.#cameras.length > 0) this.#draw();
	}

	#draw(): void {
		this.#timer = null;
		this.#erase();
		const width = (this.#out.columns ?? 80) - 1;
		const longest = Math.min(30, Math.max(...this.#cameras.map(({ name }) => name.length)));
		for (const camera of this.#cameras) this.#out.write(`${camera.line(longest).slice(0, width)}\n`);
		this.#drawn = this.#cameras.length;
	}

	#erase(): void {
		if (this.#drawn > 0) this.#out.write(`\x1b[${this.#drawn}A\x1b[J`);
		this.#drawn = 0;
	}
}

type Tell = (event: string, words: string | null, more: object) => void;

/** Reports about one camera. `words` is null for events that only the JSON log shows. */
export class CameraReport {
	readonly name: string;
	readonly #source: string;
	readonly #tell: Tell;
	#state = 'starting';
	#away: string | null = null;
	#sent = 0;
	#kept = 0;
	#dropped = 0;
	#lastSent = '';

	constructor(name: string, source: string, tell: Tell) {
		this.name = name;
		this.#source = source;
		this.#tell = tell;
	}

	line(width: number): string {
		return [
			this.name.slice(0, width).padEnd(width),
			this.#source.padEnd(8),
			this.#lastSent ? `last ${this.#lastSent}` : '             ',
			`${this.#sent} sent`,
			...(this.#kept > 0 ? [`${this.#kept} kept`] : []),
			...(this.#dropped > 0 ? [`${this.#dropped} dropped`] : []),
			this.#away ?? this.#state,
		].join('  ');
	}

	sent({ id, takenAt, reason, shots }: Moment, isRepeated: boolean, kept: number): void {
		const bytes = shots.reduce((sum, shot) => sum + shot.bytes.length, 0);
		this.#sent++;
		this.#kept = kept;
		this.#lastSent = local(takenAt);
		const wasAway = this.#away !== null;
		this.#away = null;
		const isNews = this.#set('sending') || wasAway;
		const more = { id, takenAt, reason, pictures: shots.length, bytes, repeated: isRepeated, kept };
		this.#tell('sent', isNews ? 'sending' : null, more);
	}

	kept(kept: number): void {
		this.#kept = kept;
	}

	/** The server does not take pictures now. */
	away(message: string): void {
		const words = `${message.replace(/\.$/, '')}; pictures are kept until it answers`;
		const isNews = this.#away === null;
		this.#away = words;
		this.#tell('server-away', isNews ? words : null, { kept: this.#kept, cause: message });
	}

	trouble({ message, kind, hint }: CameraTrouble, waitMs: number): void {
		const words = `${message}${hint ? ` (${hint})` : ''}`;
		const again = `next try at ${local(new Date(Date.now() + waitMs))}`;
		const isNews = this.#set(words);
		const more = { problem: message, kind, hint, nextTryInSeconds: Math.round(waitMs / 1000) };
		this.#tell('problem', isNews ? `${words}; ${again}` : null, more);
	}

	waiting(until: Date): void {
		const words = `outside its capture window until ${local(until)}`;
		if (this.#set(words)) this.#tell('waiting', words, { until });
	}

	state(event: string, words: string): void {
		if (this.#set(words)) this.#tell(event, words, {});
	}

	refused(message: string): void {
		this.#tell('refused', `the server refused a picture: ${message}`, {});
	}

	dropped(): void {
		this.#dropped++;
		const words =
			this.#dropped === 1 ? 'more is kept than the bound allows: the oldest pictures are dropped' : null;
		this.#tell('dropped', words, { dropped: this.#dropped });
	}

	event(event: string, words: string): void {
		this.#tell(event, words, {});
	}

	/** True if the state has changed. */
	#set(state: string): boolean {
		const isNews = this.#state !== state;
		this.#state = state;
		return isNews;
	}
}
