import { join } from 'node:path';
import { codeFiles, sizes } from './sizes.ts';
import { quickSteps, total } from './steps.ts';

const counts = total(await Promise.all(quickSteps(['unit'])));
console.log(sizes(codeFiles(join(import.meta.dirname, '..'))));
process.exitCode = counts.failed ? 1 : 0;
