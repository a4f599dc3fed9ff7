/** A rectangle to draw on a picture, as shares of its sides. */
export interface Frame {
	left: number;
	top: number;
	right: number;
	bottom: number;
	dashed: boolean;
}

/** The portal's accent colour for dark mode, which stands out on most pictures, with a dark line around it for the rest. */
const LINE = [124, 200, 165] as const;
const EDGE = [12, 32, 24] as const;

/** Draws frames on RGB pixels, in place. */
export function drawFrames(
	pixels: Uint8Array,
	width: number,
	height: number,
	frames: readonly Frame[],
): void {
	const thick = Math.max(2, Math.round(Math.max(width, height) / 320));
	for (const frame of frames) {
		const left = Math.round(frame.left * width);
		const top = Math.round(frame.top * height);
		const right = Math.round(frame.right * width);
		const bottom = Math.round(frame.bottom * height);
		const dash = frame.dashed ? thick * 4 : Number.POSITIVE_INFINITY;
		/** From the outside inwards: an edge, the line, an edge. */
		for (let ring = -1; ring <= thick; ring++) {
			const colour = ring < 0 || ring === thick ? EDGE : LINE;
			const put = (x: number, y: number, along: number) => {
				if (x < 0 || y < 0 || x >= width || y >= height || along % (dash * 2) >= dash) return;
				pixels.set(colour, (y * width + x) * 3);
			};
			for (let x = Math.max(0, left + ring); x < Math.min(width, right - ring); x++) {
				put(x, top + ring, x - left + 1);
				put(x, bottom - 1 - ring, x - left + 1);
			}
			for (let y = Math.max(0, top + ring); y < Math.min(height, bottom - ring); y++) {
				put(left + ring, y, y - top + 1);
				put(right - 1 - ring, y, y - top + 1);
			}
		}
	}
}
