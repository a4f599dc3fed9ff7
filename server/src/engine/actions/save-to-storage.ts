import { eq } from 'drizzle-orm';
import { type FileRow, pictureType, recordFile, storeBytes, storeStream } from '../../files/files.ts';
import { mails } from '../../mail/tables.ts';
import type { Db } from '../../ports/database.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import type { LeasedRun } from '../lease.ts';
import type { Outcome } from './outcome.ts';

/** Saves the result with its capture or mail in the folder of the run. A repeated save writes the same files. */
export async function saveToStorage(needs: EngineNeeds, run: LeasedRun): Promise<Outcome> {
	const { db, objects, queue, mirror } = needs;
	const folder = `users/${run._owner}/automations/${run._automationId}/${run.id}`;
	const saved: FileRow[] = [];
	const save = async (name: string, bytes: Buffer, contentType: string) => {
		const path = `${folder}/${name}`;
		saved.push(await storeBytes(objects, { path, owner: run._owner, bytes, contentType }));
	};
	const result = {
		run: run.id,
		automation: run._automationId,
		at: run._timestamp.toISOString(),
		verdict: run.action_verdict,
		evidence: run.action_evidence,
		information: run.action_information,
		...(run.action_fields.length > 0 && { fields: run.action_fields }),
	};
	await save('result.txt', Buffer.from(`${run.action_information ?? ''}\n`), 'text/plain; charset=utf-8');
	await save('result.json', Buffer.from(`${JSON.stringify(result, null, 2)}\n`), 'application/json');
	for (const [index, path] of [run.trigger_capture, ...run.trigger_frames].entries()) {
		const picture = path && ((index === 0 && run.picture) || (await objects.read(path)));
		const name = index === 0 ? 'capture' : `capture-${index + 1}`;
		if (picture) await save(`${name}.${path.split('.').at(-1)}`, picture, pictureType(path));
	}
	const [mail] = run.trigger_mailId
		? await db.select().from(mails).where(eq(mails.id, run.trigger_mailId))
		: [];
	const chunks = mail && (await objects.get(mail.raw_path));
	if (chunks) {
		const file = { path: `${folder}/mail.eml`, owner: run._owner, contentType: 'application/octet-stream' };
		saved.push(await storeStream(objects, { ...file, chunks }));
	}
	await db.transaction(async (tx: Db) => {
		await recordFile(tx, ...saved);
		// The rows say what to copy; the job only makes it happen soon.
		if (mirror) await queue.send(tx, 'mirror', {});
	});
	return { done: { action_files: saved.map(({ path }) => path) } };
}
