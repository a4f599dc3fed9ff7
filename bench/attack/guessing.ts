import { type Attack, post, send } from './target.ts';

const SIGN_IN = '/api/auth/sign-in/email';

/** Where the links of mails, shared moments and feeds lead: whoever has the last part of one needs no password. */
const LINKS = ['snooze', 'unsubscribe', 'presence', 'keep-account', 'address', 's', 'feeds'];
/** An address that guesses is refused after this many, for each kind of link. */
const MAX_LINKS = 60;

/** Guesses passwords, pairing codes, device keys and links, from one address that claims to be many. */
export const guessing: Attack = async (target) => {
	const wrong: string[] = [];
	const got: string[] = [];
	const owner = { email: target.email, password: target.password };
	// The owner signed in before from the attacker's address, as behind one router.
	const before = await post(target, SIGN_IN, owner);
	const cookie = before.cookies.map((line) => line.split(';', 1)[0]).join('; ');
	const guess = async (n: number, email: string) =>
		(
			await post(
				target,
				SIGN_IN,
				{ email, password: `guess number ${n}` },
				{ 'x-forwarded-for': `192.0.2.${n % 250}` },
			)
		).status;
	const check = (what: string, statuses: number[], heard: number, most: number) => {
		const answered = statuses.filter((status) => status !== 429);
		const others = answered.filter((status) => status !== heard);
		got.push(`${answered.length} of ${statuses.length} ${what}`);
		if (answered.length > most || others.length > 0)
			wrong.push(`${what}: ${answered.length} looked at, ${others.join(' ')}`);
	};
	const many = (count: number, ask: (n: number) => Promise<number>) =>
		Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
	check('guesses at one account', await many(60, (n) => guess(n, target.email)), 401, 10);
	const accounts = await many(80, (n) => guess(n, `user${n}@example.com`));
	check('guesses at many accounts', accounts, 401, 40);
	const known = await post(target, SIGN_IN, owner, { cookie });
	if (known.status !== 200) wrong.push(`a browser that was signed in before was locked out: ${known.status}`);
	const elsewhere = await post(target, SIGN_IN, owner, {}, '127.0.0.3');
	if (elsewhere.status !== 200) wrong.push(`the owner was locked out by guesses: ${elsewhere.status}`);
	const claim = async (n: number) =>
		(await post(target, '/api/devices/claim', { code: `ABCD${String(n).padStart(4, '2')}` })).status;
	check('guesses at pairing codes', await many(60, claim), 400, 20);
	const keys = await many(
		200,
		async (n) => (await post(target, '/api/captures', {}, { authorization: `Bearer key${n}` })).status,
	);
	if (keys.some((status) => status !== 401)) wrong.push(`device keys: ${new Set(keys)}`);
	for (const kind of LINKS) {
		const links = await many(
			2 * MAX_LINKS,
			async (n) => (await send(target, 'GET', `/${kind}/${`guess${n}`.padEnd(43, 'x')}`)).status,
		);
		check(`guesses at /${kind}`, links, 404, MAX_LINKS);
	}
	return { got: `looked at: ${got.join(', ')}; the owner was not locked out`, wrong };
};
