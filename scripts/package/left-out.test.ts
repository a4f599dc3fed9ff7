import { expect, test } from 'vitest';
import { isLeftOut } from './left-out.ts';

test.each([
	['pg', 'lib/index.js'],
	['pg', 'LICENSE'],
	['@electric-sql/pglite', 'dist/index.js'],
	['@tensorflow/tfjs-core', 'package.json'],
	['@tensorflow/tfjs-core', 'dist/tf-core.node.js'],
	['@lobehub/fluent-emoji-3d', 'assets/1f697.webp'],
	['some-package', 'LICENSE.md'],
	['some-package', 'lib/test/index.js'],
])('%s keeps %s', (name, file) => expect(isLeftOut(name, file)).toBe(false));

test.each([
	['some-package', 'index.js.map'],
	['some-package', 'index.d.ts'],
	['some-package', 'README.md'],
	['some-package', 'test/index.js'],
	['@electric-sql/pglite', 'dist/index.cjs'],
	['@tensorflow/tfjs-core', 'dist/tf-core.min.js'],
	['@lobehub/fluent-emoji-3d', 'assets/1f600.webp'],
])('%s goes without %s', (name, file) => expect(isLeftOut(name, file)).toBe(true));
