/**
 * Where each screen of the portal is, in the router's notation: `:name` is one part of the path, `?` an optional part. The
 * server answers every other path with status 404.
 */
export const PATHS = {
	landing: '/',
	camera: '/camera',
	operator: '/operator',
	signIn: '/signin',
	reset: '/resetpassword',
	resetConfirm: '/resetpassword/confirm',
	app: '/app',
	dashboard: '/app/dashboard',
	devices: '/app/devices',
	automations: '/app/automations/:slug?',
	runs: '/app/runs',
	billing: '/app/billing',
	receipt: '/app/billing/receipts/:id',
	paymentSuccess: '/app/paymentsuccess',
	account: '/app/account',
	help: '/app/help',
	files: '/app/files',
} as const;

const PATTERNS = Object.values(PATHS).map(
	(path) => new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`),
);

export const isScreen = (path: string) => PATTERNS.some((pattern) => pattern.test(path));
