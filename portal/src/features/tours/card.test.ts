import { Hand } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Card } from './card.tsx';
import { meaningOf } from './keys.ts';
import { type Step, stepsOf } from './steps.ts';

const step: Step = { title: 'Title', content: 'Text.', icon: Hand };
const none = () => {};
const shown = (changes: Partial<Step>, current = 1) =>
	renderToStaticMarkup(
		createElement(Card, {
			step: { ...step, ...changes },
			current,
			total: 3,
			heading: null,
			isLost: false,
			on: { next: none, back: none, skip: none },
		}),
	);
const buttons = (markup: string) => [...markup.matchAll(/>([^<>]+)<\/button>/g)].map(([, name]) => name);
const key = (key: string, held = {}) => ({
	...{ key, repeat: false, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false },
	...held,
});

test('controls and skip are there unless the step says otherwise, and the last Next is Finish', () => {
	expect(buttons(shown({}, 0))).toEqual(['Skip', 'Next']);
	expect(buttons(shown({}))).toEqual(['Skip', 'Back', 'Next']);
	expect(buttons(shown({}, 2))).toEqual(['Skip', 'Back', 'Finish']);
	expect(buttons(shown({ showControls: false }))).toEqual(['Skip']);
	expect(buttons(shown({ showSkip: false }))).toEqual(['Back', 'Next']);
	expect(shown({})).toContain('2 of 3');
});

test('keys move, unless the step blocks them, somebody types, or they are held or combined', () => {
	expect(['ArrowRight', 'ArrowLeft', 'Escape', 'a'].map((name) => meaningOf(key(name), step, false))).toEqual(
		['next', 'back', 'skip', null],
	);
	expect(meaningOf(key('Escape'), { ...step, blockKeyboardControl: true }, false)).toBeNull();
	expect(meaningOf(key('ArrowRight'), step, true)).toBeNull();
	expect(meaningOf(key('ArrowRight', { repeat: true }), step, false)).toBeNull();
	expect(meaningOf(key('ArrowLeft', { altKey: true }), step, false)).toBeNull();
});

test('the automations tour opens the newest automation, or the example if there is none', () => {
	expect(stepsOf('mainTour', []).map(({ title }) => title)).toHaveLength(6);
	expect(stepsOf('automationsTour', [])).toHaveLength(7);
	expect(stepsOf('automationsTour', [])[1]?.nextRoute).toBe('/app/automations/example');
	expect(stepsOf('automationsTour', ['a', 'b'])[1]?.nextRoute).toBe('/app/automations/b');
});
