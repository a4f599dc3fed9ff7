import { lettering } from '@watchword/scenes/lettering';
import { drawScene } from '@watchword/scenes/scene';
import sharp from 'sharp';

/** A car that the built-in model is sure of. */
export const drawCar = (): Promise<Buffer> =>
	drawScene({
		place: 'driveway',
		who: ['car'],
		at: new Date(2026, 4, 12, 12),
		weather: 'clear',
		seed: 'test',
	});

/** A photograph of a board with lines of text on it. The letters are drawn, so that no font is needed. */
export async function drawBoard(
	lines: string[],
	{ angle = 0, height = 44 }: { angle?: number; height?: number } = {},
): Promise<Buffer> {
	const texts = lines.map((text, row) => lettering(text, 240, 200 + row * height * 2.5, { height }));
	const width = Math.max(...texts.map((one) => one.width)) + 80;
	const board = `<rect x="200" y="150" width="${width}" height="${lines.length * height * 2.5 + 30}" fill="#fff"/>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#7d8a80"/>
		<rect y="560" width="1280" height="160" fill="#5b5f58"/><g transform="rotate(${angle} 480 270)">${board}${texts.map(({ svg }) => svg).join('')}</g></svg>`;
	return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}

/** A scanned page with rows of two columns, as an invoice has. */
export async function drawPage(rows: [left: string, right: string][]): Promise<Buffer> {
	const texts = rows.flatMap(([left, right], row) => [
		lettering(left, 100, 140 + row * 90, { height: 30, weight: 0.12 }).svg,
		lettering(right, 800, 140 + row * 90, { height: 30, weight: 0.12 }).svg,
	]);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#fdfdf8"/>${texts.join('')}</svg>`;
	return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

/** A PDF of one page that contains only a scan. */
export async function scannedPdf(jpeg: Buffer): Promise<Buffer> {
	const { width = 0, height = 0 } = await sharp(jpeg).metadata();
	const drawn = 'q 595 0 0 842 0 0 cm /Scan Do Q';
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /Scan 5 0 R >> >> >>',
		`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
	].map((body, index) => Buffer.from(`${index + 1} 0 obj\n${body}\nendobj\n`));
	const head = `5 0 obj\n<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`;
	const scan = Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\nendstream\nendobj\n')]);
	const parts = [Buffer.from('%PDF-1.4\n'), ...objects, scan];
	let at = 0;
	const places = parts.map((part) => {
		const place = at;
		at += part.length;
		return `${String(place).padStart(10, '0')} 00000 n \n`;
	});
	const table = `xref\n0 6\n0000000000 65535 f \n${places.slice(1).join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
	return Buffer.concat([...parts, Buffer.from(table)]);
}
