import type { Where } from '../sight/zones.ts';
import type { Reading } from './clause.ts';
import type { Meaning } from './lexicon.ts';
import type { WithExamples } from './with-examples.ts';
import type { Asked } from './written-prompt.ts';

/** What a customer's prompt wants of a picture. */
export type PictureRequest =
	/** `textIn` is the zone that the text is in. */
	| { wants: 'judgement'; reading: Reading | WithExamples; textIn?: Where }
	/** To be told what is there; `about` names what was asked for, nothing for everything. */
	| { wants: 'account'; about: Meaning[]; where?: Where }
	/** To be told what is written there. */
	| { wants: 'text'; asked: Asked; textIn?: Where }
	/** It says only what does not matter. */
	| { wants: 'silence' }
	| { wants: 'unclear' };
