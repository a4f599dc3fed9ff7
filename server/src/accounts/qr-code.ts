/** A QR code as SVG, with this many modules of margin. The library is loaded on first use: most processes draw none. */
export async function qrSvg(text: string, margin: number): Promise<string> {
	const { default: QRCode } = await import('qrcode');
	return QRCode.toString(text, { type: 'svg', margin });
}
