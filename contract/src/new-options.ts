import { NEW_ALERTS } from './alerts.ts';

/** The defaults of a new automation for all fields that a template does not fill in. Without schemas, which the portal does not load. */
export const NEW_OPTIONS = {
	_dailyCap: null,
	_allowedSenders: [],
	_burst: 1,
	_firstLook: false,
	_atOnce: false,
	_approve: false,
	_fields: [],
	_condition: null,
	_conditionChanged: false,
	...NEW_ALERTS,
};
