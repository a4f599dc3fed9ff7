import { expect, test } from 'vitest';
import { optionsOf } from './ffmpeg-program.ts';

test.each([
	['4.1', '58. 20.100', false, '-vsync 0'],
	['4.4', '58. 76.100', true, '-vsync 0'],
	['5.0', '59. 16.100', true, '-vsync 0'],
	['5.1', '59. 27.100', true, '-fps_mode passthrough'],
	['8.0', '62.  3.100', true, '-fps_mode passthrough'],
])('ffmpeg %s gets the options it knows', (version, libavformat, takesOptions, passthrough) => {
	const said = `ffmpeg version ${version}\nlibavutil      56. 22.100\nlibavformat    ${libavformat} / ${libavformat}\n`;
	expect(optionsOf(said)).toEqual({ takesOptions, passthrough: passthrough.split(' ') });
});
