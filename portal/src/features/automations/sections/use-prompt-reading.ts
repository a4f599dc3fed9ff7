import { useQuery } from '@tanstack/react-query';
import type { Automation } from '@watchword/contract/automation';
import { EXAMPLE_AUTOMATION, PROMPT_MAX_LENGTH } from '@watchword/contract/constants';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import { nextFire, offsetAt } from '@watchword/contract/schedule';
import { call } from '../../../lib/api.ts';
import { devicesQuery } from '../../../lib/documents.ts';
import type { LocalClock } from '../../../lib/time.ts';
import { editOf, type Form } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';
import { usePause } from '../use-pause.ts';

type Read = { reading: PromptReading | null; isReading: boolean };

/** How the built-in model reads the prompt in the editor; null until that is known, and for a prompt that cannot be saved. */
export function usePromptReading({ form, base, clock }: Editor, isWanted: boolean): Read {
	const prompt = usePause(form.action_prompt.trim());
	const isReadable = prompt !== '' && prompt.length <= PROMPT_MAX_LENGTH;
	const trigger = form._triggerType;
	const deviceId = form.trigger_device_deviceID;
	const { data: devices } = useQuery(devicesQuery);
	// Other zones can change the meaning of the same words.
	const device = devices?.find(({ id }) => id === deviceId);
	const surroundings = device && [deviceId, device.desc, device.zones, device.removed_zones];
	const day = trigger === 'schedule' ? dayOfNextRun(form, base, clock) : undefined;
	const { data, isLoading } = useQuery({
		// Under the automation, because its examples change the reading too.
		queryKey: ['automations', base.id, 'reading', trigger, prompt, surroundings, day],
		queryFn: ({ signal }) =>
			call('POST /api/automations/{id}/reading', {
				params: { id: base.id },
				body: { prompt, trigger, deviceId, day },
				signal,
			}),
		enabled: isWanted && isReadable && base.id !== EXAMPLE_AUTOMATION,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
		placeholderData: (before) => before,
	});
	return { reading: isReadable ? (data?.reading ?? null) : null, isReading: isLoading };
}

/** The day of the next scheduled time, on the calendar where the times were set. */
export function dayOfNextRun(form: Form, base: Automation, clock: LocalClock): string | undefined {
	const { _schedule, _zone, _utcOffset } = editOf(form, base, clock);
	const next = nextFire(_schedule, _zone, _utcOffset, clock.now)?.getTime();
	return next === undefined
		? next
		: new Date(next + offsetAt(_zone, next) * 60_000).toISOString().slice(0, 10);
}
