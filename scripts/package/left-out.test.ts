import { expect, test } from 'vitest';
import { isLeftOut } from './left-out.ts';

test.each([
	['pg', 'lib/index.js'],
	['pg', 'LICENSE'],
	['@electric-sql/pglite', 'dist/index.js'],
	['onnxruntime-node', 'dist/index.js'],
	['onnxruntime-node', 'bin/napi-v6/linux/arm64/libonnxruntime.so.1'],
	['onnxruntime-common', 'dist/cjs/index.js'],
	['onnxruntime-common', 'dist/esm/index.js'],
	['@huggingface/transformers', 'dist/transformers.node.mjs'],
	['@lobehub/fluent-emoji-3d', 'assets/1f697.webp'],
	['@huggingface/jinja', 'LICENSE'],
	['some-package', 'LICENSE.md'],
	['some-package', 'lib/test/index.js'],
])('%s keeps %s', (name, file) => expect(isLeftOut(name, file, 'linux-arm64')).toBe(false));

test.each([
	['some-package', 'index.js.map'],
	['some-package', 'index.d.ts'],
	['some-package', 'README.md'],
	['some-package', 'test/index.js'],
	['@electric-sql/pglite', 'dist/index.cjs'],
	['onnxruntime-node', 'bin/napi-v6/linux/x64/libonnxruntime.so.1'],
	['onnxruntime-node', 'script/install.js'],
	['onnxruntime-common', 'lib/index.ts'],
	['@huggingface/jinja', 'dist/index.js'],
	['@huggingface/transformers', 'dist/transformers.web.js'],
	['@huggingface/transformers', 'src/models.js'],
	['@lobehub/fluent-emoji-3d', 'assets/1f600.webp'],
])('%s goes without %s', (name, file) => expect(isLeftOut(name, file, 'linux-arm64')).toBe(true));
