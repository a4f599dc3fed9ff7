/** A QR code as SVG, with this many modules of margin. The library comes with the first one: most processes draw none. */
export async function qrSvg(text: string, margin: number): Promise<string> {
	const { default: QRCode } = await import('qrcode');
	return QRCode.toString(text, { type: 'svg', margin });
}
