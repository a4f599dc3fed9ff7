/**
 * Packages that the bundle leaves in node_modules: those with native parts, WebAssembly or pictures, which are found beside them,
 * and the driver of PostgreSQL, which tests watch. An archive holds these and what they need.
 */
export const NOT_BUNDLED = [
	'@electric-sql/pglite',
	'@huggingface/transformers',
	'@lobehub/fluent-emoji-3d',
	'onnxruntime-node',
	'pg',
	'sharp',
];
