/**
 * The documents that screens ask for first (screens.ts), as far as the address alone tells which. They come while the
 * scripts do. That of an opened automation is named by the server (http/portal.ts).
 */
export const FIRST_DOCUMENTS: Record<string, string[]> = {
	dashboard: [
		'/api/devices',
		'/api/automations',
		'/api/runs?grouped=yes',
		'/api/billing',
		'/api/billing/outlook',
	],
	automations: ['/api/automations'],
	automation: ['/api/automations', '/api/devices'],
	runs: ['/api/runs?grouped=yes', '/api/automations'],
	devices: ['/api/devices'],
	billing: ['/api/billing', '/api/billing/outlook'],
	files: ['/api/files/folders'],
};
