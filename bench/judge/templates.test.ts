import { describe, expect, test } from 'vitest';
import { TEMPLATES } from '../../portal/src/features/automations/templates/templates.ts';
import { explainPrompt } from '../../server/src/adapters/model/built-in/explain.ts';

/** Checks the promises of a template with the built-in model. */
describe.each(TEMPLATES)('$name', ({ settings, needsLanguageModel }) => {
	const reading = explainPrompt(settings.action_prompt ?? '', settings._triggerType ?? 'email');

	test(needsLanguageModel ? 'is beyond the built-in model, as it says' : 'is read as a whole', () => {
		const isRead = reading?.readAs !== null && reading?.beyond.length === 0;
		expect([isRead, reading]).toEqual([!needsLanguageModel, reading]);
	});
});

test('most templates need no language model', () => {
	const free = TEMPLATES.filter(({ needsLanguageModel }) => !needsLanguageModel);
	expect(free.length).toBeGreaterThan(TEMPLATES.length / 2);
});
