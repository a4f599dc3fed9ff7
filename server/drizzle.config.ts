import { defineConfig } from 'drizzle-kit';

/** `npm run migration` writes the next file of migrations/ from what the tables say. */
export default defineConfig({
	dialect: 'postgresql',
	schema: ['./src/*/tables.ts', './src/adapters/*/tables.ts', './src/limits.ts'],
	out: './migrations',
});
