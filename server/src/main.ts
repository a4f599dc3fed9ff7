/** Entry point: the rest is loaded once imports are quick. */
import './base/quick-imports.ts';

await import('./program.ts');
