import { Camera, CircleHelp, Clock, Mail, Workflow } from 'lucide-react';
import { memo } from 'react';
import { NavLink } from 'react-router';
import { REST_ICONS } from '../../../product/rest-line.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Line } from './list-order.ts';

const ICONS = { email: Mail, schedule: Clock, capture: Camera } as const;

export const LineLink = memo(({ line: { id, name, type, rest, isUndecidable } }: { line: Line }) => {
	const Icon = type ? ICONS[type] : Workflow;
	const mark = rest
		? { Icon: REST_ICONS[rest.state], words: rest.words }
		: isUndecidable && { Icon: CircleHelp, words: 'always “cannot tell”' };
	return (
		<NavLink
			to={`/app/automations/${id}`}
			title={mark ? `${name} (${mark.words})` : name}
			className={({ isActive }) =>
				classes(
					'flex h-11 min-w-0 items-center gap-2.5 rounded-control px-3 transition-colors',
					isActive ? 'bg-sunken font-medium' : 'text-muted hover:bg-sunken hover:text-ink',
				)
			}
		>
			<Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
			<span className="truncate">{name}</span>
			{mark && (
				<>
					<mark.Icon aria-hidden className="ml-auto size-4 shrink-0 text-attention" strokeWidth={1.75} />
					<span className="sr-only">, {mark.words}</span>
				</>
			)}
		</NavLink>
	);
});
