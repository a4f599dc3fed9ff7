/** The range of bytes that a request asks for: null for the whole file, 'unsatisfiable' if it is outside the file. */
export function readRange(
	header: string | undefined,
	size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
	const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
	// For several ranges, other units and invalid values, HTTP allows us to send the whole file.
	if (!parts || (parts[1] === '' && parts[2] === '')) return null;
	if (parts[1] === '') {
		const last = Math.min(Number(parts[2]), size);
		return last === 0 ? 'unsatisfiable' : { start: size - last, end: size - 1 };
	}
	const start = Number(parts[1]);
	const end = parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1);
	if (parts[2] !== '' && Number(parts[2]) < start) return null;
	return start >= size ? 'unsatisfiable' : { start, end };
}
