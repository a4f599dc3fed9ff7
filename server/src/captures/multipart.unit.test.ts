import { expect, test } from 'vitest';
import { boundaryOf, readFiles } from './multipart.ts';

const picture = Buffer.from([0xff, 0xd8, 0x0d, 0x0a, 0x2d, 0x2d, 0x62, 0xff, 0xd9]);

function form(parts: [head: string, body: Buffer][], { end = '--b--\r\n', eol = '\r\n' } = {}): Buffer {
	const written = parts.flatMap(([head, body]) => [
		Buffer.from(`--b${eol}${head.replaceAll('\n', eol)}${eol}${eol}`),
		body,
		Buffer.from(eol),
	]);
	return Buffer.concat([...written, Buffer.from(end)]);
}

const file = (name = 'a.jpg', type = 'image/jpeg') =>
	`Content-Disposition: form-data; name="file"; filename="${name}"\nContent-Type: ${type}`;

test('the boundary of a form is found, quoted or not, and other bodies are no forms', () => {
	expect(boundaryOf('multipart/form-data; boundary=b')).toBe('b');
	expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b');
	expect(boundaryOf('image/jpeg')).toBeNull();
	expect(boundaryOf('')).toBeNull();
	expect(() => boundaryOf('multipart/form-data')).toThrow('names no boundary');
});

test('files are read in their order, to the byte, and other fields are left out', () => {
	const body = form([
		['Content-Disposition: form-data; name="camera"', Buffer.from('gate')],
		[file(), picture],
		[file('b.bin', 'application/octet-stream'), Buffer.from('second')],
	]);
	expect(readFiles(body, 'b', 4)).toEqual([
		{ contentType: 'image/jpeg', bytes: picture },
		{ contentType: 'application/octet-stream', bytes: Buffer.from('second') },
	]);
});

test('forms as small devices write them are read: bare line feeds, no last boundary, no file name', () => {
	expect(readFiles(form([[file(), picture]], { eol: '\n' }), 'b', 4)[0]?.bytes).toEqual(picture);
	expect(readFiles(form([[file(), picture]], { end: '' }), 'b', 4)[0]?.bytes).toEqual(picture);
	const unnamed = 'Content-Disposition: form-data; name="image"\nContent-Type: image/jpeg';
	expect(readFiles(form([[unnamed, picture]]), 'b', 4)[0]?.bytes).toEqual(picture);
});

test('what is no form with files is refused, and the answer says why', () => {
	expect(() => readFiles(Buffer.alloc(0), 'b', 4)).toThrow('it has no file');
	expect(() => readFiles(Buffer.from('--b\r\nno end'), 'b', 4)).toThrow('no end of its header');
	expect(() => readFiles(form(Array.from({ length: 5 }, () => [file(), picture])), 'b', 4)).toThrow(
		'at most 4 files',
	);
	expect(() => readFiles(Buffer.from('--b\r\n\r\n'.repeat(50)), 'b', 4)).toThrow('more than 20 parts');
});

test('a form whose boundary is at every place is refused', () => {
	const body = Buffer.alloc(20_000_000, '-');
	body[0] = 0x78;
	expect(() => readFiles(body, '-'.repeat(190), 1)).toThrow('its boundary is everywhere in its files');
});
