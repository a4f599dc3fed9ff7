/**
 * Finds the first message in a stream of MQTT packets that is longer than it may be, from its header alone. Returns true once there
 * was one.
 */
export function openGauge(mostBytes: number): (bytes: Uint8Array) => boolean {
	/** What is left of the packet that is being read. */
	let left = 0;
	/** The length that is being read: up to four bytes of seven bits each, after the type. */
	let length: { value: number; factor: number } | null = null;
	return (bytes) => {
		for (let at = 0; at < bytes.length; ) {
			if (left > 0) {
				const skipped = Math.min(left, bytes.length - at);
				left -= skipped;
				at += skipped;
				continue;
			}
			const byte = bytes[at++] ?? 0;
			if (length === null) {
				length = { value: 0, factor: 1 };
				continue;
			}
			length.value += (byte & 127) * length.factor;
			length.factor *= 128;
			if (length.value > mostBytes) return true;
			if (byte < 128) {
				left = length.value;
				length = null;
			}
		}
		return false;
	};
}
