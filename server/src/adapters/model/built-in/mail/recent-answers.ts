import { hash } from 'node:crypto';

/** Keeps the newest answers, so that the same question is asked once, also by those who ask while it is being answered. */
export class RecentAnswers<T> {
	readonly #most: number;
	/** In the order of their last use. */
	readonly #answers = new Map<string, Promise<T>>();

	constructor(most: number) {
		this.#most = most;
	}

	get(question: object, ask: () => Promise<T>): Promise<T> {
		const key = hash('sha256', JSON.stringify(question));
		const answer = this.#answers.get(key) ?? ask();
		this.#answers.delete(key);
		this.#answers.set(key, answer);
		for (const oldest of this.#answers.keys()) {
			if (this.#answers.size <= this.#most) break;
			this.#answers.delete(oldest);
		}
		return answer;
	}
}
