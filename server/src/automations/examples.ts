import { EXAMPLES_MAX, type ExampleMarks, type ExampleSheet, type Side } from '@watchword/contract/example';
import { PICTURE_PROBLEM_TEXT } from '@watchword/contract/picture-problem';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { recordset } from '../base/sql.ts';
import { captures, devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import type { Example, Features } from '../ports/model.ts';
import type { Queue } from '../ports/queue.ts';
import { holdAutomation } from './automations.ts';
import { examples } from './tables.ts';

/** A run's capture, and what its verdict should have been. */
export interface MarkedRun {
	captureId: string;
	said: Side;
}

/** All examples of an automation, oldest picture first, without the model's features. */
export async function listExamples(db: Db, id: string): Promise<ExampleSheet['examples']> {
	const rows = await db
		.select({
			captureId: examples.captureId,
			captured_at: captures.captured_at,
			thumb_path: captures.thumb_path,
			said: examples.said,
			from: examples.from,
			version: examples.version,
			unreadable: examples.unreadable,
		})
		.from(examples)
		.innerJoin(captures, eq(captures.id, examples.captureId))
		.where(eq(examples._automationId, id))
		.orderBy(asc(captures.captured_at), asc(captures.id));
	return rows.map(({ captured_at, version, unreadable, ...row }) => ({
		...row,
		captured_at: captured_at.toISOString(),
		state: unreadable ? 'unreadable' : version ? 'ready' : 'waiting',
	}));
}

/**
 * The examples by which pictures are judged; none before the customer marked one on the sheet. Marks on runs alone only say
 * that verdicts were right or wrong; they are not meant to teach.
 */
export async function examplesToJudgeBy(
	db: Db,
	id: string,
	/** False if only their number matters: the features of 200 pictures are 5 MB. */
	withMaps = true,
): Promise<Example[]> {
	const rows = await db
		.select({
			captureId: examples.captureId,
			captured_at: captures.captured_at,
			said: examples.said,
			from: examples.from,
			map: withMaps ? examples.features : sql<null>`null`,
			version: examples.version,
			ratio: examples.ratio,
		})
		.from(examples)
		.innerJoin(captures, eq(captures.id, examples.captureId))
		.where(eq(examples._automationId, id))
		.orderBy(asc(captures.captured_at), asc(captures.id));
	if (!rows.some(({ from }) => from === 'sheet')) return [];
	return rows.map(({ captureId, captured_at, said, from, map, version, ratio }) => ({
		captureId,
		captured_at,
		said,
		about: from === 'sheet' ? 'words' : 'verdict',
		features: version && ratio ? { version, ratio, map: map ?? new Uint8Array() } : null,
	}));
}

/** Sets and removes marks. The model looks at new examples in the background. */
export async function markExamples(
	db: Db,
	queue: Queue,
	uid: string,
	id: string,
	{ marks }: ExampleMarks,
	/** The runs of the automation that the customer marked. */
	markedRuns: (db: Db, id: string) => Promise<MarkedRun[]>,
): Promise<void> {
	await db.transaction(async (tx) => {
		const automation = await holdAutomation(tx, uid, id);
		const gone = marks.filter(({ said }) => said === null).map(({ captureId }) => captureId);
		const set = marks.flatMap(({ captureId, said }) => (said ? [{ captureId, said }] : []));
		await requireCaptures(tx, uid, automation.trigger_device_deviceID, marks);
		if (gone.length > 0)
			await tx
				.delete(examples)
				.where(
					and(eq(examples._automationId, id), eq(examples.from, 'sheet'), inArray(examples.captureId, gone)),
				);
		await insert(tx, id, 'sheet', set);
		const sheet = await countExamples(tx, id, 'sheet');
		if (sheet > EXAMPLES_MAX) {
			const message = `An automation may have at most ${EXAMPLES_MAX} examples. Take back some that look like others.`;
			throw new Refusal('invalid-argument', `marks: ${message}`);
		}
		// Marks of runs from before the first mark on the sheet.
		if (sheet > 0) await insert(tx, id, 'run', await markedRuns(tx, id));
		await publish(tx, uid, { topic: 'automations', id });
		await queue.send(tx, 'learn-examples', { uid, automationId: id });
	});
}

/** A mark on a run is also an example once there are marks on the sheet; null removes it. The sheet's own marks take priority. */
export async function followMark(
	tx: Db,
	queue: Queue,
	uid: string,
	id: string,
	captureId: string,
	said: Side | null,
): Promise<void> {
	if ((await countExamples(tx, id, 'sheet')) === 0) return;
	await tx
		.delete(examples)
		.where(and(eq(examples._automationId, id), eq(examples.from, 'run'), eq(examples.captureId, captureId)));
	if (!said) return;
	await insert(tx, id, 'run', [{ captureId, said }]);
	await queue.send(tx, 'learn-examples', { uid, automationId: id });
}

/** A mark on the sheet replaces any other; a mark of a run replaces none, and respects the limit. */
async function insert(tx: Db, id: string, from: 'sheet' | 'run', marks: MarkedRun[]): Promise<void> {
	const room = from === 'sheet' ? marks.length : EXAMPLES_MAX - (await countExamples(tx, id));
	const rows = marks.slice(0, Math.max(0, room));
	if (rows.length === 0) return;
	const given = recordset({ id: examples.id, captureId: examples.captureId, said: examples.said }, [
		...rows.map((mark) => ({ id: newId(), ...mark })),
	]);
	// A deleted capture cannot be an example.
	await tx.execute(sql`
		insert into examples (id, "_automationId", "captureId", said, "from")
		select g.id, ${id}, c.id, g.said, ${from} from (${given}) g join ${captures} c on c.id = g."captureId"
		on conflict ("_automationId", "captureId") ${
			from === 'sheet' ? sql`do update set said = excluded.said, "from" = excluded."from"` : sql`do nothing`
		}`);
}

async function countExamples(db: Db, id: string, from?: 'sheet' | 'run'): Promise<number> {
	const [found] = await db
		.select({ count: count() })
		.from(examples)
		.where(and(eq(examples._automationId, id), from && eq(examples.from, from)));
	return found?.count ?? 0;
}

/** Refuses captures of other customers or cameras, and pictures that show nothing. */
async function requireCaptures(
	tx: Db,
	uid: string,
	deviceId: string | null,
	marks: ExampleMarks['marks'],
): Promise<void> {
	const wanted = marks.filter(({ said }) => said !== null);
	if (wanted.length === 0) return;
	const found = await tx
		.select({ id: captures.id, problem: captures.problem })
		.from(captures)
		.innerJoin(devices, eq(devices.id, captures.deviceId))
		.where(
			and(
				inArray(
					captures.id,
					wanted.map(({ captureId }) => captureId),
				),
				eq(devices._owner, uid),
				eq(devices.id, deviceId ?? ''),
			),
		);
	for (const { captureId } of wanted) {
		const at = `marks.${marks.findIndex((mark) => mark.captureId === captureId)}.captureId`;
		const capture = found.find(({ id }) => id === captureId);
		if (!capture)
			throw new Refusal('invalid-argument', `${at}: must be a capture of the device this automation watches`);
		if (capture.problem)
			throw new Refusal('invalid-argument', `${at}: ${PICTURE_PROBLEM_TEXT[capture.problem]}`);
	}
}

/** The next example that this version of the model has not looked at. */
export async function nextToLearn(
	db: Db,
	id: string,
	version: string,
): Promise<{ id: string; captureId: string } | null> {
	const [next] = await db
		.select({ id: examples.id, captureId: examples.captureId })
		.from(examples)
		.where(
			and(
				eq(examples._automationId, id),
				eq(examples.unreadable, false),
				sql`${examples.version} is distinct from ${version}`,
			),
		)
		.orderBy(asc(examples.id))
		.limit(1);
	return next ?? null;
}

/** Stores the model's features of an example; null if there was nothing to see. */
export async function keepFeatures(db: Db, id: string, features: Features | null): Promise<void> {
	const kept = features
		? { features: Buffer.from(features.map), version: features.version, ratio: features.ratio }
		: { unreadable: true };
	await db.update(examples).set(kept).where(eq(examples.id, id));
}

/** Gives a copy of an automation the same examples. */
export async function copyExamples(tx: Db, from: string, to: string): Promise<void> {
	const rows = await tx.select({ id: examples.id }).from(examples).where(eq(examples._automationId, from));
	if (rows.length === 0) return;
	const given = recordset({ old: examples.id, id: examples.id }, [
		...rows.map(({ id }) => ({ old: id, id: newId() })),
	]);
	await tx.execute(sql`
		insert into examples (id, "_automationId", "captureId", said, "from", features, version, ratio, unreadable)
		select g.id, ${to}, e."captureId", e.said, e."from", e.features, e.version, e.ratio, e.unreadable
		from (${given}) g join examples e on e.id = g.old`);
}

export async function forgetExamples(tx: Db, id: string): Promise<void> {
	await tx.delete(examples).where(eq(examples._automationId, id));
}

/** Which of these captures the customer marked on a sheet: they are kept as long as they are examples. */
export async function capturesOfExamples(db: Db, captureIds: string[]): Promise<Set<string>> {
	if (captureIds.length === 0) return new Set();
	const used = await db
		.selectDistinct({ id: examples.captureId })
		.from(examples)
		.where(and(inArray(examples.captureId, captureIds), eq(examples.from, 'sheet')));
	return new Set(used.map(({ id }) => id));
}
