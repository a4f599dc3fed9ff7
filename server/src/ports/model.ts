import type { PictureBox } from '@watchword/contract/boxes';
import type { Condition } from '@watchword/contract/condition';
import type { NearExample, SelfTest, Side, TaughtState } from '@watchword/contract/example';
import type { FieldValue, ResultField } from '@watchword/contract/field';
import type { MailMark } from '@watchword/contract/mail-mark';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import type { Zone } from '@watchword/contract/zone';

/** A form of pictures: whole, upright, centred in a square with borders. */
export interface Square {
	side: number;
	background: string;
}

/** RGB pixels of a picture in a square, and the size of the picture itself. */
export interface SquaredPicture {
	data: Uint8Array;
	width: number;
	height: number;
}

/** One question to the model: as text for language models, and in parts for the built-in model. */
export interface Question {
	/** What the model is and how it must answer. */
	instructions: string;
	/** The customer's prompt, and the trigger's content fenced as data. */
	text: string;
	images: {
		contentType: string;
		bytes: Uint8Array;
		/** Set if the picture is upright and without metadata, so that it may be sent as it is. */
		longestSide?: number;
		/** Width divided by height, if known. */
		ratio?: number;
		/** As the model looks at pictures, if it was made already. */
		squared?: SquaredPicture;
	}[];
	/** What was received but not read. If there is any, nothing can be judged as absent. */
	unread?: string[];
	/** The text of a mail's attachments, for the built-in model. */
	enclosed?: string[];
	parts: {
		prompt: string;
		/** What decides for the built-in model; without it, what the prompt says. */
		condition?: Condition;
		trigger: 'email' | 'schedule' | 'capture';
		/** The model should write a mail; otherwise only the information is used. */
		wantsMail: boolean;
		/** The mail is a reply to the sender, who is a stranger. */
		replies?: boolean;
		mail: {
			from: string;
			subject: string;
			text: string;
			sender: Sender;
			/** The names of the attached files, without pictures that belong to its HTML. */
			attachments?: readonly string[];
			/** What its header says of its kind, where there was one. */
			marks?: readonly MailMark[];
		} | null;
		surroundings?: Surroundings;
		/** The time zone of the automation, for words such as "today". */
		now: Date;
		zone: string;
		/** What the model should find for the table of results. */
		fields?: readonly ResultField[];
		/** The last number that the automation read at or before a moment; null if there is none. */
		earlier?(at: Date): Promise<{ value: number; at: Date } | null>;
	};
}

/** Facts about a camera that may give the words of a prompt their meaning. */
export interface Surroundings {
	/** The customer's description of the camera, for words that name what it looks at. */
	device?: string;
	/** Named areas of the picture, and the names of some removed ones. */
	zones?: readonly Zone[];
	removedZones?: readonly string[];
	/** The pictures the customer marked for this automation. */
	examples?: readonly Example[];
}

/** A picture that the customer marked. */
export interface Example {
	captureId: string;
	captured_at: Date;
	said: Side;
	/** Whether the customer marked it on the sheet, for the taught words, or marked the verdict of a run. */
	about: 'words' | 'verdict';
	/** The model's features of it; null until the model has looked. */
	features: Features | null;
}

/** A picture in the form in which a model compares it. Only the model that made it understands it. */
export interface Features {
	version: string;
	/** Width divided by height. */
	ratio: number;
	map: Uint8Array;
}

/** Who sent a mail, as far as this could be checked. */
export interface Sender {
	/** The address in From, if the checks confirm it; otherwise null. */
	address: string | null;
	/** The result of the checks, in our words. */
	checks: string;
}

export interface Reply {
	/** The answer of the model, which should be JSON. */
	text: string;
	model: string;
	tokensIn: number | null;
	tokensOut: number | null;
	/** What a detector found in the pictures; language models do not give it. */
	boxes?: PictureBox[];
	/** The zones that it looked at, or was shown. */
	zones?: readonly Zone[];
	/** The nearest example of each side, if the picture was compared with examples. */
	examples?: NearExample[];
	/** The number that was asked for, if it was read with certainty. */
	value?: number | null;
	/** The fields that a rule-based model found; language models give them in their answer. */
	fields?: FieldValue[];
}

/** How a model learns from examples. */
interface Teaching {
	/** Features of another version must be made again. */
	version: string;
	/** The features of a picture; null if it cannot be read. */
	learn(
		image: Pick<Question['images'][number], 'bytes' | 'squared'>,
		signal: AbortSignal,
	): Promise<Features | null>;
	/** What the examples teach with this prompt, and how well they judge each other; null if they teach nothing. */
	test(
		prompt: string,
		surroundings: Surroundings,
		signal: AbortSignal,
	): Promise<{ taught: TaughtState; test: SelfTest | null } | null>;
}

export interface Model {
	readonly describe: string;
	readonly builtIn: boolean;
	/**
	 * Set for a language model in a process of this server. `slow`: a picture takes it so long that the built-in model looks
	 * first. If it cannot answer, the built-in model decides.
	 */
	readonly local?: { readonly slow: boolean } | undefined;
	/** How it looks at pictures, so that one decoding makes this form too. Models without this take files. */
	readonly square?: Square | undefined;
	/** How it will understand a prompt; null if it cannot say. Only rule-based models have this. */
	readPrompt?(
		prompt: string,
		trigger: Question['parts']['trigger'],
		surroundings?: Surroundings,
		/** The day of the next scheduled time. */
		day?: Date,
	): Promise<PromptReading | null>;
	/** Gets ready to look at pictures, so that the first one does not wait for that. Never rejects. */
	warmUp?(): Promise<void>;
	/** Answers instructions of ours and a text with a JSON object. Only language models that write freely have this. */
	readonly writeJson?:
		| ((instructions: string, text: string, signal: AbortSignal) => Promise<string>)
		| undefined;
	/** Only models that learn from examples have this. */
	readonly teaching?: Teaching | undefined;
	/** Asks once. `repair` has the first answer and what was wrong with it. Rejects with a ModelFailure. */
	ask(
		question: Question,
		repair: { answer: string; problem: string } | null,
		signal: AbortSignal,
	): Promise<Reply>;
	close(): Promise<void>;
}
