import { quickSteps, total } from './steps.ts';

const counts = total(await Promise.all(quickSteps(['unit'])));
process.exitCode = counts.failed ? 1 : 0;
