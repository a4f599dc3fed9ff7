/** The public face of the model: prompts are read into conditions, and conditions are judged. */
export type { Findings } from './findings.ts';
export { judgeMail } from './mails/judge.ts';
export type { Given, JudgedMail } from './mails/mail.ts';
export type { MailReading } from './mails/read.ts';
export type { Wanted } from './mails/read-values.ts';
export { answerFromPictures, counts, relevant } from './pictures/answer.ts';
export { kindsOf, needsOf, numberShown, usedZones } from './pictures/asked.ts';
export { exactCount, range } from './pictures/counting.ts';
export { type Around, judge } from './pictures/judge.ts';
export { inReadingOrder, type Letter, type Line } from './pictures/line.ts';
export { SURE_LINE } from './pictures/matching.ts';
export { counted } from './pictures/names.ts';
export { numberSaid } from './pictures/numerals.ts';
export type { PictureReading, Wish } from './pictures/reading.ts';

export type { Comparison, Earlier, Scene, Written } from './pictures/scene.ts';
export {
	type Box,
	type Detection,
	isInside,
	mayBe,
	overlap,
	type Sighting,
} from './pictures/sighting.ts';
export { nameOfKind } from './pictures/told.ts';
export { followsFrom, withExamples, withoutBeyond } from './pictures/with-examples.ts';
export { linesLookedAt, pageText } from './pictures/writing.ts';
export { lookedAt, lookingWords } from './pictures/zones.ts';
export { type Prompted, readPrompt } from './prompt.ts';
export { readDays } from './times/day-forms.ts';
