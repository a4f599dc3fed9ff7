/** The kind of trouble decides how soon the camera is tried again. */
export type TroubleKind = 'passing' | 'password' | 'setting';

/**
 * A camera gives no picture. The message is one sentence that the portal shows to the customer, so it names no address
 * and no password; `hint` is for the terminal alone.
 */
export class CameraTrouble extends Error {
	readonly kind: TroubleKind;
	readonly hint: string | undefined;

	constructor(message: string, kind: TroubleKind = 'passing', hint?: string) {
		super(message);
		this.kind = kind;
		this.hint = hint;
	}
}

export const unreachable = (hint?: string) => new CameraTrouble('Camera unreachable', 'passing', hint);
export const stalled = () => new CameraTrouble("The camera's stream stalls");
export const wrongPassword = () =>
	new CameraTrouble('The camera refuses the user name or the password', 'password');
export const noCredentials = () =>
	new CameraTrouble('The camera asks for a user name and a password', 'password');
