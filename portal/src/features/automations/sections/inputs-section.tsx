import { useQuery } from '@tanstack/react-query';
import type { Device } from '@watchword/contract/device';
import { Camera, Clock, Mail } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { devicesQuery } from '../../../lib/documents.ts';
import { TRIGGER_NAMES } from '../../../product/names.ts';
import { Choice } from '../../../ui/choice.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeList } from '../../../ui/time-list.tsx';
import { TRIGGER_ON_NAMES } from '../form/difference.ts';
import { type Form, isWatch, sortedRows } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';
import { FirstLook } from './first-look.tsx';
import { NextRun } from './next-run.tsx';
import { ReceivingAddress } from './receiving-address.tsx';
import { Section } from './section.tsx';

const ICONS = { email: Mail, schedule: Clock, capture: Camera } as const;

type Props = { editor: Editor; devices: Device[] };

export function InputsSection({ editor, devices }: Props) {
	const { form, change, problems, base } = editor;
	const { isSuccess, isError } = useQuery(devicesQuery);
	const absent = isSuccess
		? 'A device that is not there any more'
		: isError
			? 'Your devices could not be loaded'
			: 'Loading...';
	const choices = useMemo(
		() => optionsOf(devices, form.trigger_device_deviceID, absent),
		[devices, form.trigger_device_deviceID, absent],
	);
	// The choice shows at once; its fields follow.
	const shown = useDeferredValue(form._triggerType);
	// Show that a device is chosen even while the devices are loading.
	const capture = devices.length > 0 || form._triggerType === 'capture';
	const types = (['email', 'schedule', 'capture'] as const).filter((type) => type !== 'capture' || capture);

	function chooseType(type: Form['_triggerType']) {
		const only = devices.length === 1 ? devices[0] : undefined;
		const device = form.trigger_device_deviceID ?? (type === 'capture' ? (only?.id ?? null) : null);
		change({ _triggerType: type, trigger_device_deviceID: device });
	}

	return (
		<Section title="Inputs">
			<Choice
				label="Input Type"
				options={types.map((type) => ({ value: type, label: TRIGGER_NAMES[type], icon: ICONS[type] }))}
				value={form._triggerType}
				onChange={chooseType}
			/>
			{shown === 'email' && (
				<>
					<ReceivingAddress id={base.id} />
					<Field
						label="Allowed senders"
						autoComplete="off"
						spellCheck={false}
						placeholder="Everybody"
						value={form._allowedSenders}
						onChange={(event) => change({ _allowedSenders: event.target.value })}
						error={problems._allowedSenders}
						hint="Addresses or domains such as @example.com, with commas between; mail from anyone else is skipped and costs nothing."
					/>
				</>
			)}
			{(shown === 'schedule' || problems._schedule) && (
				<div className="grid gap-3">
					<TimeList
						label="Daily schedule"
						rows={form._schedule}
						onChange={(_schedule) => change({ _schedule })}
						onLeave={() => change({ _schedule: sortedRows(form._schedule) })}
						error={problems._schedule}
					/>
					{shown === 'schedule' && <NextRun editor={editor} />}
				</div>
			)}
			{shown === 'capture' && (
				<>
					<Select
						label="Device"
						placeholder="Choose a device"
						options={choices}
						value={form.trigger_device_deviceID ?? ''}
						onChange={(device) => change({ trigger_device_deviceID: device })}
						error={problems.trigger_device_deviceID}
					/>
					<Choice
						label="Trigger On"
						options={[
							{
								value: 'conditional',
								label: TRIGGER_ON_NAMES.conditional,
								hint: 'Acts when what your prompt describes is in the picture.',
							},
							{
								value: 'continuous',
								label: TRIGGER_ON_NAMES.continuous,
								hint: 'Acts on every capture, whatever is in it.',
							},
						]}
						value={form.trigger_device_type}
						onChange={(trigger_device_type) => change({ trigger_device_type })}
					/>
					{isWatch(form) && <FirstLook editor={editor} />}
				</>
			)}
		</Section>
	);
}

export const deviceName = (device: Device) => device.desc || 'No description available';

function optionsOf(devices: Device[], chosen: string | null, absent: string) {
	const options = devices.map((device) => ({ value: device.id, label: deviceName(device) }));
	const isThere = chosen === null || devices.some(({ id }) => id === chosen);
	return isThere ? options : [...options, { value: chosen, label: absent }];
}
