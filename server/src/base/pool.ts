import { Turns } from './turns.ts';
import type { Customer } from './working-for.ts';

/** A task for one of a few threads or processes. */
export interface Shared extends Customer {
	/** It may take long. Others must finish quickly, or begin again as a long one. */
	long: boolean;
}

/** Gives a task to a thread or process, and resolves with the time it took there, in milliseconds. */
export type Lane<Task> = (task: Task) => Promise<number>;

/**
 * Divides a few threads or processes among accounts. One of them never takes a long task, and no account has two long ones at
 * once: so a quick task waits for quick ones only, whatever strangers send.
 */
export function openPool<Task extends Shared>(lanes: Lane<Task>[]) {
	const turns = new Turns<Task>();
	const free = [...lanes];
	/** The accounts of the long tasks under way. */
	const long: string[] = [];
	const mostLong = Math.max(1, lanes.length - 1);
	const fits = (task: Task) => !task.long || (long.length < mostLong && !long.includes(task.owner));

	const begin = async (lane: Lane<Task>, task: Task) => {
		const spent = await lane(task);
		if (task.long) long.splice(long.indexOf(task.owner), 1);
		turns.spend(task.owner, spent);
		free.push(lane);
		fill();
	};
	const fill = () => {
		for (;;) {
			const lane = free.at(-1);
			const task = lane && turns.next(fits);
			if (!lane || !task) return;
			free.pop();
			if (task.long) long.push(task.owner);
			void begin(lane, task);
		}
	};
	return {
		add(task: Task): void {
			turns.add(task);
			fill();
		},
		/** Takes back a task that waits. */
		takeBack: (task: Task) => turns.takeBack(task),
	};
}
