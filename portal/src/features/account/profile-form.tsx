import type { User } from '@watchword/contract/account';
import { NAME_MAX_LENGTH } from '@watchword/contract/constants';
import { type SubmitEvent, useMemo, useRef, useState } from 'react';
import { browserZone } from '../../lib/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SAVE_FAILED, useEdit } from './use-edit.ts';

export function ProfileForm({ user }: { user: User }) {
	const [name, setName] = useState(user.name);
	const [zone, setZone] = useState(user.zone ?? '');
	const [saved, setSaved] = useState(false);
	const field = useRef<HTMLInputElement>(null);
	const { submit, submitting, failure } = useEdit(user, () => setSaved(true));
	const zones = useMemo(() => zoneOptions(user.zone), [user.zone]);
	const error = name.trim() === '' ? 'Enter your name.' : undefined;

	function onSubmit(event: SubmitEvent) {
		event.preventDefault();
		setSaved(false);
		if (error) field.current?.focus();
		else void submit({ name: name.trim(), zone: zone || null });
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				ref={field}
				label="Name"
				name="name"
				autoComplete="name"
				required
				maxLength={NAME_MAX_LENGTH}
				value={name}
				onChange={(event) => setName(event.target.value)}
				error={error}
			/>
			<Select label="Time zone" options={zones} value={zone} onChange={setZone} />
			<p className="-mt-3 text-small text-muted">
				Times are shown and entered in it, on every device of yours.
			</p>
			{failure && <Alert tone="loss">{SAVE_FAILED}</Alert>}
			<div className="flex items-center gap-4">
				<Button type="submit" look="primary" busy={submitting}>
					{submitting ? 'Saving...' : 'Save'}
				</Button>
				<p role="status" className="text-small text-accent">
					{saved && 'Saved.'}
				</p>
			</div>
		</form>
	);
}

/** Browsers list one name of each zone; what was chosen elsewhere may be another. */
function zoneOptions(chosen: string | null) {
	const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])]);
	return [
		{ value: '', label: `As on the device I use (here ${worded(browserZone())})` },
		...[...names].map((value) => ({ value, label: worded(value) })),
	];
}

const worded = (zone: string) => zone.replaceAll('_', ' ');
