/** The letters of a text as a reader sees them, however they were written. */
import { normalised } from '@watchword/contract/normalised';

/** Signs without a width, which break a word in two for everybody but its reader. */
const UNSEEN = /[\u00ad\u180e\u200b-\u200d\u2060\ufeff]|\u034f|\ufe0f/g;
/** Ligatures, wide letters, and letters of formulas in place of bold ones. */
const STYLED = /[\ufb00-\ufb06\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu;
const WORD = /[\p{L}\p{M}]+/gu;
const isMixed = (word: string) =>
	/\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
/** Letters of other alphabets that look like Latin ones, each before that one. */
const LOOK_ALIKES =
	'аaеeоoрpсcуyхxіiѕsјjԁdһhԛqԝwАAВBЕEКKМMНHОOРPСCТTХXУYІIЅSЈJοoαaνvιiρpτtυuΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX';
const LATIN = new Map(
	(LOOK_ALIKES.match(/../gu) ?? []).map(([other = '', latin = '']) => [other, latin] as const),
);

/** No pattern here can match the same characters in many ways. */
export const plainLetters = (text: string) =>
	normalised(text.replace(UNSEEN, ''), 'NFC')
		.replace(STYLED, (sign) => normalised(sign, 'NFKC'))
		.replace(WORD, (word) =>
			isMixed(word) ? word.replace(/./gu, (letter) => LATIN.get(letter) ?? letter) : word,
		);

/** Whether a text is written backwards in places, so that a reader sees other words. */
export const isTurned = (text: string) => /[\u202d\u202e]/.test(text);
