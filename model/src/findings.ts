import type { Answer } from '@watchword/contract/verdict';

/** The parts of an answer. Everything from a mail or a picture is plain text here. */
export interface Findings {
	evidence: string;
	verdict: Answer['verdict'];
	/** One string a paragraph. */
	information: string[];
	/** Words of a stranger, which are shown as a quote; one string a paragraph. */
	quoted?: string[];
	subject: string;
}
