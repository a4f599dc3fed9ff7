import type { PromptReading } from '@watchword/contract/prompt-reading';
import { type Field, fieldNamed } from './fields.ts';
import { explainMailCondition } from './mail-condition.ts';

/** A text the customer gave word for word: reply “Thank you, we will call back.” */
const GIVEN = /\b(?:reply|respond|answer|say|write|send|text)\b[^"“«.!?]{0,60}["“«]([^"”»]{2,2000})["”»]/i;
/** Words that ask for fields of a mail. */
const ASKS =
	/\b(?:extract|find|list|get|give me|tell me|send me|pick out|pull out|note|log|record|save|what is|what's|what are|what was)\s+((?:the|any|all|its|their|our|my|an?)?\s?[^.!?;:\n]{2,200})/gi;

/** What a prompt wants from a mail. */
export interface Wanted {
	fields: Field[];
	/** Words that were asked for like a field, but cannot be found. */
	beyond: string[];
	given: string | null;
}

/** The fields a prompt asks for, and the text it gives. */
export function readWanted(prompt: string): Wanted {
	const fields: Field[] = [];
	const beyond: string[] = [];
	const asked = prompt.slice(0, 5000);
	for (const [, list = ''] of asked.matchAll(ASKS)) {
		for (const part of list.split(/,|\band\b|\bor\b|\bplus\b/i)) {
			const words = part.replace(/\b(?:from|in|of|on|to|for|if|when|with|as)\b.*$/i, '').trim();
			const field = fieldNamed(words);
			if (field && !fields.some(({ name }) => name === field.name)) fields.push(field);
			else if (
				!field &&
				/^(?:the|their|its)\s+\w+(?:\s\w+)?$/i.test(words) &&
				!/mail|message|text|it$/i.test(words)
			) {
				beyond.push(words.replace(/^(?:the|their|its)\s+/i, ''));
			}
		}
	}
	return { fields, beyond: fields.length > 0 ? beyond : [], given: GIVEN.exec(asked)?.[1] ?? null };
}

/** How a prompt about mails will be read, for the customer who is typing it. */
export function explainMailPrompt(prompt: string): PromptReading {
	const condition = explainMailCondition(prompt);
	const { fields, beyond, given } = readWanted(prompt);
	const parts = [
		condition?.readAs ?? '',
		fields.length > 0 ? `find ${fields.map(({ name }) => name).join(', ')}` : '',
		given ? 'answer with the text you gave' : '',
	].filter((part) => part !== '');
	return {
		readAs: parts.length > 0 ? parts.join('; ') : null,
		beyond: [...(condition?.beyond ?? []), ...beyond],
	};
}
