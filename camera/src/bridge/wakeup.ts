/** Lets one wait for a while, and another end the waiting. */
export class Wakeup {
	#wake: (() => void) | null = null;
	#isDue = false;

	wake(): void {
		this.#isDue = true;
		this.#wake?.();
	}

	/** Ends after so long, or as soon as it is woken; at once, if that was since the last waiting. */
	async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (!this.#isDue) {
			await new Promise<void>((resolve, reject) => {
				const end = (act: () => void) => {
					clearTimeout(timer);
					signal.removeEventListener('abort', abort);
					this.#wake = null;
					act();
				};
				const abort = () => end(() => reject(signal.reason));
				const timer = setTimeout(() => end(resolve), milliseconds);
				this.#wake = () => end(resolve);
				signal.addEventListener('abort', abort);
			});
		}
		this.#isDue = false;
	}
}
