import { mailPrompts as mailPromptsInGerman } from './de/mail-prompts.ts';
import { mails as mailsInGerman } from './de/mails.ts';
import { pictures as picturesInGerman } from './de/pictures.ts';
import { mailPrompts as mailPromptsInEnglish } from './en/mail-prompts.ts';
import { mails as mailsInEnglish } from './en/mails.ts';
import { pictures as picturesInEnglish } from './en/pictures.ts';

/** What each language says. To add a language, add its files here. */
export const mailWords = [mailsInEnglish, mailsInGerman];
export const mailPromptWords = [mailPromptsInEnglish, mailPromptsInGerman];
export const pictureWords = [picturesInEnglish, picturesInGerman];
