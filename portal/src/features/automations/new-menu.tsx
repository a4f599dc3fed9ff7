import { Menu } from '@base-ui/react/menu';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@watchword/contract/automation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { automationQuery, automationsQuery, devicesQuery, meQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
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
	const [open, setOpen] = useState(false);
	/** The menu belongs to the page's main part, also for those who go from landmark to landmark. */
	const frame = useRef<HTMLDivElement>(null);
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
		<div ref={frame}>
			<Menu.Root open={open} onOpenChange={setOpen}>
				<Menu.Trigger
					data-tour="automation-new"
					disabled={submitting}
					className="grid size-11 place-items-center rounded-control bg-accent text-lead leading-none font-medium text-on-accent shadow-card transition-colors hover:bg-accent-hover"
				>
					{submitting ? <Spinner /> : '+'}
					<span className="sr-only"> New automation</span>
				</Menu.Trigger>
				<Menu.Portal container={frame}>
					<Menu.Positioner align="start" sideOffset={8} collisionPadding={12} className="z-40">
						<Menu.Popup className="max-h-(--available-height) w-88 max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float outline-none transition duration-150 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
							<Item name="Blank" about="Begin with nothing but a name." onSelect={() => ask(BLANK)} />
							<Menu.Separator className="mx-3 my-1.5 h-px bg-line" />
							<Menu.Group>
								<Menu.GroupLabel className="px-3 pt-1.5 pb-1 text-small text-muted">
									Or with one that works
								</Menu.GroupLabel>
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
							</Menu.Group>
						</Menu.Popup>
					</Menu.Positioner>
				</Menu.Portal>
			</Menu.Root>
			{failure && (
				<div className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md shadow-float">
					<Alert tone="loss">The automation could not be created. Please try again.</Alert>
				</div>
			)}
		</div>
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
	<Menu.Item
		disabled={disabled}
		onClick={onSelect}
		className="grid cursor-pointer gap-0.5 rounded-control px-3 py-2 outline-none data-disabled:cursor-default data-highlighted:bg-sunken"
	>
		<span className={disabled ? 'font-medium text-muted' : 'font-medium'}>{name}</span>
		<span className="text-small text-muted">{about}</span>
	</Menu.Item>
);
