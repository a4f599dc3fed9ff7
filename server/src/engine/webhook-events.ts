import type { WebhookEvent } from '@watchword/contract/delivery';
import type { ReadNotification } from '@watchword/contract/notification';
import type { WebhookEpisode, WebhookRun } from '@watchword/contract/webhook';
import { and, arrayOverlaps, type Column, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountZone } from '../automations/account-zone.ts';
import { automations } from '../automations/tables.ts';
import { insertSelect, type Rows } from '../base/sql.ts';
import { DELIVERIES_CHANNEL, queueDeliveries } from '../deliveries/queue.ts';
import { deliveries, webhookEndpoints } from '../deliveries/tables.ts';
import { devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import { clockIn, inWords, readNotification } from '../runs/notifications.ts';
import { automationRuns, episodes } from '../runs/tables.ts';

/** What builds the public addresses of documents. */
export interface Links {
	publicUrl: string;
	bucket: string;
}

const runUrl = ({ publicUrl }: Links, id: string) => `${publicUrl}/app/runs?run=${id}`;

const pictureUrl = ({ publicUrl, bucket }: Links, path: string | null) =>
	path && `${publicUrl}/v0/b/${bucket}/o/${encodeURIComponent(path)}?alt=media`;

/** An id in the form of ids.ts, made by the database: `0189` are not in the alphabet. */
const newIdInSql = sql`translate(left(replace(gen_random_uuid()::text, '-', ''), 20), '0189', 'wxyz')`;

const [w, r] = [alias(webhookEndpoints, 'w'), alias(automationRuns, 'r')];

/**
 * Part of a larger statement: queues `run.ended` for each of these runs if the owner has a webhook for it, and wakes the workers. The
 * content is read from the run when it is sent.
 */
export const queueingRunEnded = (ended: Rows<'id' | '_owner'>) => sql`${insertSelect(deliveries, {
	id: newIdInSql,
	_owner: w._owner,
	kind: sql`'webhook'`,
	key: sql`'run.ended:' || ${ended.id} || ':' || ${w.id}`,
	webhookId: w.id,
	runId: ended.id,
	target: w.url,
	event: sql`'run.ended'`,
})} from ${ended} join ${webhookEndpoints} ${w} on ${w._owner} = ${ended._owner}
	and ${w.disabled_at} is null and ${w.events} @> array['run.ended']
	on conflict (key) do nothing
	returning pg_notify(${DELIVERIES_CHANNEL}, '')::text as woken`;

/** The payload about a run that has ended; null if it is gone. */
export async function runEnded({ db, ...links }: Links & { db: Db }, runId: string) {
	const [found] = await db
		.select({
			run: automationRuns,
			name: automations._name,
			notification: sql<ReadNotification | null>`(select ${readNotification(r)} from ${automationRuns} ${r} where ${r.id} = ${runId})`,
			zone: accountZone(sql`${automationRuns._owner}`, sql`${automationRuns._automationId}`),
		})
		.from(automationRuns)
		.innerJoin(automations, eq(automations.id, automationRuns._automationId))
		.where(eq(automationRuns.id, runId));
	if (!found) return null;
	const { name, notification, zone } = found;
	const run = inWords({ ...found.run, action_notification: notification }, clockIn(zone));
	const ended_at = (run.ended_at ?? run._timestamp).toISOString();
	const data: WebhookRun = {
		id: run.id,
		_timestamp: run._timestamp.getTime() / 1000,
		_automationId: run._automationId,
		automation: { id: run._automationId, _name: name },
		_triggerType: run._triggerType,
		_actionType: run._actionType,
		_status: run._status,
		_reason: run._reason,
		action_notification: run.action_notification,
		trigger_from: run.trigger_from,
		trigger_subject: run.trigger_subject,
		_episodeId: run._episodeId,
		action_condition_met: run.action_condition_met,
		action_verdict: run.action_verdict,
		action_evidence: run.action_evidence,
		action_information: run.action_information,
		action_value: run.action_value,
		action_fields: run.action_fields,
		credits: run.credits,
		ended_at,
		url: runUrl(links, run.id),
		picture_url: pictureUrl(links, run.trigger_capture),
	};
	return { type: 'run.ended', timestamp: ended_at, data };
}

interface Happening {
	_owner: string;
	event: WebhookEvent;
	/** Unique for what happened. */
	key: string;
	at: Date;
	data: Record<string, unknown>;
}

/** Webhooks that are on and want one of these events. */
const isWanted = (events: WebhookEvent[]) =>
	and(isNull(webhookEndpoints.disabled_at), arrayOverlaps(webhookEndpoints.events, events));

/** Whether a customer has a webhook for one of these events. */
export const hasWebhook = (uid: Column | SQL, ...events: WebhookEvent[]) => sql<boolean>`exists (
	select from ${webhookEndpoints} where ${webhookEndpoints._owner} = ${uid} and ${isWanted(events)})`;

/** Queues what happened for every webhook that wants it. */
async function queueWebhooks(tx: Db, happened: Happening[]): Promise<void> {
	for (const [event, all] of Map.groupBy(happened, (one) => one.event)) {
		const owners = [...new Set(all.map((one) => one._owner))];
		const wanted = await tx
			.select()
			.from(webhookEndpoints)
			.where(and(inArray(webhookEndpoints._owner, owners), isWanted([event])));
		const rows = all.flatMap(({ _owner, key, at, data }) =>
			wanted
				.filter((endpoint) => endpoint._owner === _owner)
				.map(({ id, url }) => ({
					...{ _owner, kind: 'webhook' as const, key: `${event}:${key}:${id}`, webhookId: id },
					...{ target: url, event, payload: { type: event, timestamp: at.toISOString(), data } },
				})),
		);
		await queueDeliveries(tx, rows);
	}
}

type EpisodeRow = typeof episodes.$inferSelect;

/** The stored episodes by their ids. */
export async function readEpisodes(tx: Db, changed: EpisodeRow[]): Promise<Map<string, EpisodeRow>> {
	const ids = changed.map(({ id }) => id);
	if (ids.length === 0) return new Map();
	const rows = await tx.select().from(episodes).where(inArray(episodes.id, ids));
	return new Map(rows.map((row) => [row.id, row]));
}

/** Queues episodes that begin or end with these changes, after the decisions are stored, which contain what was seen. */
export async function queueEpisodeEvents(
	tx: Db,
	links: Links,
	before: Map<string, EpisodeRow>,
	changed: EpisodeRow[],
): Promise<void> {
	const happened: Happening[] = [];
	for (const episode of changed) {
		const known = before.get(episode.id);
		const begins = !known;
		const ends = episode.ended_at !== null && !known?.ended_at;
		if (!begins && !ends) continue;
		const data = await episodeData(tx, links, episode);
		const { id: key, _owner, first_at, ended_at } = episode;
		if (begins) {
			const open = { ...data, ended_at: null };
			happened.push({ _owner, event: 'episode.began', key, at: first_at, data: open });
		}
		if (ends && ended_at) happened.push({ _owner, event: 'episode.ended', key, at: ended_at, data });
	}
	await queueWebhooks(tx, happened);
}

async function episodeData(tx: Db, links: Links, episode: EpisodeRow): Promise<WebhookEpisode> {
	const [found] = await tx
		.select({ name: automations._name, desc: devices.desc, run: automationRuns })
		.from(automations)
		.leftJoin(devices, eq(devices.id, episode.deviceId ?? ''))
		.leftJoin(automationRuns, eq(automationRuns.id, episode.first_runId))
		.where(eq(automations.id, episode._automationId));
	const { deviceId } = episode;
	return {
		id: episode.id,
		automation: { id: episode._automationId, _name: found?.name ?? '' },
		device: deviceId ? { id: deviceId, desc: found?.desc ?? '' } : null,
		first_at: episode.first_at.toISOString(),
		last_at: episode.last_at.toISOString(),
		ended_at: episode.ended_at?.toISOString() ?? null,
		captures: episode.captures,
		first_runId: episode.first_runId,
		evidence: found?.run?.action_evidence ?? null,
		url: runUrl(links, episode.first_runId),
		picture_url: pictureUrl(links, found?.run?.trigger_capture ?? null),
	};
}

/** Queues cameras that have become silent. */
export async function queueSilenceEvents(
	tx: Db,
	{ publicUrl }: Pick<Links, 'publicUrl'>,
	uid: string,
	silent: { id: string; since: string }[],
	now: Date,
): Promise<void> {
	const ids = silent.map(({ id }) => id);
	if (ids.length === 0) return;
	const found = await tx
		.select({ id: devices.id, desc: devices.desc })
		.from(devices)
		.where(inArray(devices.id, ids));
	await queueWebhooks(
		tx,
		silent.map(({ id, since }) => ({
			...{ _owner: uid, event: 'device.silent' as const, key: `${id}:${since}`, at: now },
			data: {
				...{ id, desc: found.find((device) => device.id === id)?.desc ?? '' },
				...{ last_seen_at: since, url: `${publicUrl}/app/devices` },
			},
		})),
	);
}
