/** A wait that another part of the program can end early. */
export class Wakeup {
	#wake: (() => void) | null = null;
	#isDue = false;

	wake(): void {
		this.#isDue = true;
		this.#wake?.();
	}

	/** Ends after this time or when woken; at once if it was woken since the last wait. */
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
