import { NEW_ALERTS } from './alerts.ts';

/** What an automation begins with beside the fields that a template fills in. Without the schemas, which the portal does not load. */
export const NEW_OPTIONS = {
	_dailyCap: null,
	_allowedSenders: [],
	_burst: 1,
	_firstLook: false,
	_approve: false,
	_fields: [],
	...NEW_ALERTS,
};
