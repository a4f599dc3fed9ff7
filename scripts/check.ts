import { languageRulesChanged } from './language-tests.ts';
import { quickSteps, total } from './steps.ts';

const counts = total(
	await Promise.all(quickSteps(['unit', ...(languageRulesChanged() ? ['language'] : [])])),
);
process.exitCode = counts.failed ? 1 : 0;
