import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@watchword/contract/automation';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { automationQuery, automationsQuery, devicesQuery, meQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { startFrom, TEMPLATES, type Template } from './templates.ts';
import { currentPlace } from './use-place.ts';

/** What '+' asked for, carried by the navigation to the list; undefined where it was not asked. */
type Asked = { create?: string } | null;
const BLANK = '';

/** '+': a blank automation first, and a handful that already do a job. */
export function NewMenu() {
	const client = useQueryClient();
	const navigate = useNavigate();
	const { data: me } = useQuery(meQuery);
	const { data: devices } = useQuery(devicesQuery);
	const device = devices?.[0]?.id ?? null;

	const { submit, submitting, failure } = useSubmit(async (template: Template | null) => {
		const start = startFrom(template, { place: currentPlace(), email: me?.account.email ?? null, device });
		const made = await api.post<Automation>('/api/automations', start);
		client.setQueryData(automationQuery(made.id).queryKey, made);
		void client.invalidateQueries({ ...automationsQuery, exact: true });
		void client.invalidateQueries(meQuery);
		await navigate(`/app/automations/${made.id}`, { replace: true });
	});

	// Going to the list first lets an open editor ask about unsaved edits before anything is made.
	const ask = (name: string) => void navigate('/app/automations', { state: { create: name } });
	const asked = (useLocation().state as Asked)?.create;
	const make = useEffectEvent((name: string) => {
		// Taken back at once: a reload must not make another.
		void navigate('/app/automations', { replace: true, state: null });
		void submit(TEMPLATES.find((template) => template.name === name) ?? null);
	});
	useEffect(() => {
		if (asked !== undefined) make(asked);
	}, [asked]);

	return (
		<>
			<Menu
				label="New automation"
				tour="automation-new"
				disabled={submitting}
				className="max-h-[max(16rem,calc(100dvh-17rem))] w-88 max-w-[calc(100vw-2rem)] overflow-y-auto max-lg:right-0"
				triggerClassName="grid size-11 place-items-center rounded-control bg-accent text-lead leading-none font-medium text-on-accent shadow-card hover:bg-accent-hover"
				trigger={
					<>
						{submitting ? <Spinner /> : '+'}
						<span className="sr-only"> New automation</span>
					</>
				}
			>
				<Item name="Blank" about="Begin with nothing but a name." onSelect={() => ask(BLANK)} />
				<hr className="mx-3 my-1.5 border-line" />
				<fieldset>
					<legend className="px-3 pt-1.5 pb-1 text-small text-muted">Or with one that works</legend>
					{usableFirst(device !== null).map((template) => {
						const lacks = template.needsDevice && device === null;
						return (
							<Item
								key={template.name}
								name={template.name}
								about={lacks ? 'Needs a device: add one first.' : template.about}
								disabled={lacks}
								onSelect={() => ask(template.name)}
							/>
						);
					})}
				</fieldset>
			</Menu>
			{failure && (
				<div className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md shadow-float">
					<Alert tone="loss">The automation could not be created. Please try again.</Alert>
				</div>
			)}
		</>
	);
}

const usableFirst = (hasDevice: boolean) =>
	hasDevice
		? TEMPLATES
		: TEMPLATES.toSorted((a, b) => Number(a.needsDevice ?? 0) - Number(b.needsDevice ?? 0));

type ItemProps = {
	name: string;
	about: string;
	disabled?: boolean | undefined;
	onSelect: () => void;
};

const Item = ({ name, about, disabled = false, onSelect }: ItemProps) => (
	<MenuItem onSelect={onSelect} disabled={disabled} className="grid gap-0.5 py-2">
		<span className={disabled ? 'font-medium text-muted' : 'font-medium'}>{name}</span>
		<span className="text-small text-muted">{about}</span>
	</MenuItem>
);
