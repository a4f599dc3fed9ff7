import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the next file of migrations/ from what the tables say. */
export default defineConfig({
	dialect: 'postgresql',
	schema: [
		'./src/{*,engine/*}/tables.ts',
		'./src/adapters/*/tables.ts',
		'./src/{base/limits,base/one-process,adapters/operator-settings}.ts',
	],
	out: './migrations',
});
