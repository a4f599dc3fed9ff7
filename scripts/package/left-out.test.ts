import { expect, test } from 'vitest';
import { isLeftOut } from './left-out.ts';

test.each([
	['hono', 'dist/index.js'],
	['hono', 'LICENSE'],
	['drizzle-orm', 'sql/sql.js'],
	['drizzle-orm', 'pg-core/index.js'],
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
	['drizzle-orm', 'sql/sql.cjs'],
	['drizzle-orm', 'mysql-core/index.js'],
	['@tensorflow/tfjs-core', 'dist/tf-core.min.js'],
	['@lobehub/fluent-emoji-3d', 'assets/1f600.webp'],
	['@aws-sdk/client-s3', 'dist-es/index.js'],
])('%s goes without %s', (name, file) => expect(isLeftOut(name, file)).toBe(true));
