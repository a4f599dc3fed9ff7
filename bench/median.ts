/** The median of several times, in milliseconds. */
export async function median(repeats: number, act: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let n = 0; n < repeats; n++) {
		const began = performance.now();
		await act();
		times.push(performance.now() - began);
	}
	return times.sort((a, b) => a - b)[repeats >> 1] ?? 0;
}
