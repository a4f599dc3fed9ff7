import { useQueryClient } from '@tanstack/react-query';
import type { Device } from '@watchword/contract/device';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { devicesQuery } from '../../lib/documents.ts';
import { crossesMidnight, currentLocalClock, timeOfDay } from '../../lib/time.ts';
import { changedFrom, useDraft } from '../../lib/use-draft.ts';
import { useForm } from '../../lib/use-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TimeRange } from '../../ui/time-range.tsx';
import { type DeviceForm, editOf, formOf, problemsOf } from './edit.ts';
import { saveFailure } from './messages.ts';

type Props = { device: Device; onSaved: () => void };

export function OptionsForm({ device, onSaved }: Props) {
	const client = useQueryClient();
	const { draft, change: keep, discard } = useDraft<DeviceForm>(`device ${device.id}`);
	const [reopened] = useState(() => Object.keys(draft).length > 0);

	// Fields that were not edited here, or were changed back, follow changes from other tabs.
	const [clock] = useState(currentLocalClock);
	const saved = formOf(device, clock);
	const form = { ...saved, ...draft };
	const change = (part: Partial<DeviceForm>) => keep(changedFrom(saved, part));

	const { onSubmit, shown, submitting, failure } = useForm(problemsOf(form), async () => {
		const saved = await call('PUT /api/devices/{id}', {
			params: { id: device.id },
			body: editOf(form, device, clock),
		});
		client.setQueryData(devicesQuery.queryKey, (all) =>
			all?.map((other) => (other.id === saved.id ? saved : other)),
		);
		discard();
		onSaved();
	});

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			{reopened && Object.keys(draft).length > 0 && (
				<p className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-sunken py-1 pr-1 pl-4 text-small">
					Your unsaved changes are still here.
					<button
						type="button"
						onClick={discard}
						className="h-9 rounded-control px-3 font-medium text-muted hover:text-ink"
					>
						Discard them
					</button>
				</p>
			)}
			<Field
				label="Description"
				name="desc"
				maxLength={200}
				autoComplete="off"
				placeholder="Front gate"
				value={form.desc}
				onChange={(event) => change({ desc: event.target.value })}
			/>
			<TimeRange
				label="Capture Images between"
				start={form.capture_window_start}
				end={form.capture_window_end}
				onChange={({ start = form.capture_window_start, end = form.capture_window_end }) =>
					change({ capture_window_start: start, capture_window_end: end })
				}
				error={shown.capture}
				hint={overnight(form.capture_window_start, form.capture_window_end)}
			/>
			<TimeRange
				label="Use Flashlight between"
				start={form.light_window_start}
				end={form.light_window_end}
				onChange={({ start = form.light_window_start, end = form.light_window_end }) =>
					change({ light_window_start: start, light_window_end: end })
				}
				error={shown.light}
				hint={overnight(form.light_window_start, form.light_window_end)}
			/>
			{failure && <Alert tone="loss">{saveFailure(failure)}</Alert>}
			<div className="flex flex-wrap items-center justify-between gap-4">
				<p className="text-small text-muted">
					Times are in your time zone, {spaced(clock.zone)}.
					{device._zone !== clock.zone &&
						` They were set in ${spaced(device._zone)} and keep to the clock there; change one, and all keep to yours.`}
				</p>
				<Button type="submit" look="primary" busy={submitting} className="max-sm:w-full">
					Save
				</Button>
			</div>
		</form>
	);
}

const spaced = (zone: string) => zone.replaceAll('_', ' ');

const overnight = (start: string, end: string) =>
	start && end && crossesMidnight(start, end)
		? `Through the night, until ${timeOfDay(end)} the next day.`
		: undefined;
