/** What the address of a camera says. */

/** The camera's name in the address of a camera of Frigate. */
export const cameraOf = (at: string) => decoded(URL.parse(at)?.pathname.split('/').at(-1) ?? '');

/** Addresses often contain the password; here it is taken out of them. */
export function withoutCredentials(at: string, isUrl: boolean) {
	const url = isUrl ? URL.parse(at) : null;
	if (!url?.username) return { at, user: undefined, password: undefined };
	const [user, password] = [url.username, url.password].map(decoded);
	url.username = '';
	url.password = '';
	return { at: url.href, user, password };
}

/** A percent sign that escapes nothing is kept as it is. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
