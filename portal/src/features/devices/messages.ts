import { DEVICE_HAS_AUTOMATIONS, DEVICE_NOT_FOUND } from '@watchword/contract/constants';
import type { Device } from '@watchword/contract/device';
import type { ApiError } from '../../lib/api.ts';
import { waitInWords } from '../../lib/time.ts';

/** The device's name for use in a sentence. */
export const nameOf = ({ desc }: Pick<Device, 'desc'>) => desc || 'this device';

export function saveFailure({ code, message }: ApiError): string {
	if (code === 'not-found') return DEVICE_NOT_FOUND;
	if (code === 'invalid-argument') return message;
	if (code === 'conflict')
		return 'Zones of this device were saved elsewhere meanwhile. They are now shown together with yours: look at them, then save again.';
	return 'Your changes could not be saved. What you typed is still here; please try again.';
}

export function removalFailure({ code }: ApiError): string {
	if (code === 'not-found') return DEVICE_NOT_FOUND;
	if (code === 'device-has-automations') return DEVICE_HAS_AUTOMATIONS;
	return 'Failed to delete the device.';
}

export function keyFailure({ code }: ApiError): string {
	if (code === 'not-found') return DEVICE_NOT_FOUND;
	return 'The key could not be replaced. The old one may still work; please try again.';
}

export function addressFailure({ code }: ApiError): string {
	if (code === 'not-found') return DEVICE_NOT_FOUND;
	return 'The address could not be replaced. The old one may still work; please try again.';
}

export function addFailure({ code, retryAfter }: ApiError): string {
	if (code !== 'resource-exhausted') return 'No device was added. Check your connection and try again.';
	const when = retryAfter === null ? 'in a while' : waitInWords(retryAfter);
	return `You added many devices in a short time. You can add another one ${when}.`;
}

export function pairingFailure({ code, retryAfter }: ApiError): string {
	if (code !== 'resource-exhausted') return 'No device was added. Check your connection and try again.';
	const when = retryAfter === null ? 'in a while' : waitInWords(retryAfter);
	return `You asked for many codes in a short time. You can get a new one ${when}.`;
}

/** Shown in two groups, which are easier to read. The hyphen is optional when typing. */
export const grouped = (code: string) => code.replace(/^(.{4})(.+)$/, '$1-$2');

/** "9:41". */
export const countdown = (ms: number) => {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
