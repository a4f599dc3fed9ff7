/**
 * The documents that screens request first (screens.ts), if the address alone says which. They load in parallel with the
 * scripts. The server names that of an opened automation (http/portal.ts).
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
