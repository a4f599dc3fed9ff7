import { quickSteps, total } from './steps.ts';

const counts = total(await Promise.all(quickSteps.map((step) => step())));
process.exitCode = counts.failed ? 1 : 0;
