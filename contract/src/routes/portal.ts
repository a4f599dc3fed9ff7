import { portalSettings } from '../portal.ts';
import { route } from '../route.ts';

export const readPortalSettings = route({
	method: 'get',
	path: '/api/portal',
	scope: 'public',
	summary: 'What the portal may know before anyone has signed in',
	tags: ['Portal'],
	answer: portalSettings,
	says: 'Addresses of help and terms, and what is in use.',
});
