import type { User } from '@watchword/contract/account';
import { NAME_MAX_LENGTH } from '@watchword/contract/constants';
import { useMemo } from 'react';
import { browserZone } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SaveRow } from './save-row.tsx';
import { useChanges, useSaveEdit } from './use-edit.ts';

export function ProfileForm({ user }: { user: User }) {
	const { values, changes, isChanged, change, forget } = useChanges({
		name: user.name,
		zone: user.zone ?? '',
	});
	const { name, zone } = values;
	const save = useSaveEdit();
	const zones = useMemo(() => zoneOptions(user.zone), [user.zone]);
	const problems = { name: name.trim() === '' ? 'Enter your name.' : undefined };
	const { onSubmit, submitting, done, failure } = useForm(problems, async () => {
		await save({
			...(changes.name !== undefined && { name: name.trim() }),
			...(changes.zone !== undefined && { zone: zone || null, alert_zone: zone || browserZone() }),
		});
		forget();
	});

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				label="Name"
				name="name"
				autoComplete="name"
				required
				maxLength={NAME_MAX_LENGTH}
				value={name}
				onChange={(event) => change({ name: event.target.value })}
				error={problems.name}
			/>
			<Select label="Time zone" options={zones} value={zone} onChange={(zone) => change({ zone })} />
			<p className="-mt-3 text-small text-muted">
				Times are shown and entered in it, on every device of yours. Quiet hours and the brief follow it.
			</p>
			<SaveRow failed={Boolean(failure)} submitting={submitting} saved={done && !isChanged} />
		</form>
	);
}

/** A browser lists only one name of each zone. The saved zone may have another name, so it is added. */
function zoneOptions(chosen: string | null) {
	const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])]);
	return [
		{ value: '', label: `As on the device I use (here ${worded(browserZone())})` },
		...[...names].map((value) => ({ value, label: worded(value) })),
	];
}

const worded = (zone: string) => zone.replaceAll('_', ' ');
