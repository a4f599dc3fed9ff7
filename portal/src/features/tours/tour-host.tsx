import { TOURS, type TourName } from '@watchword/contract/constants';
import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { onTourRequest } from '../../lib/tour-events.ts';
import type { Stage as StageType } from './stage.tsx';

type StageProps = ComponentProps<typeof StageType>;

const NONE: readonly string[] = [];
const isTour = (name: unknown): name is TourName => TOURS.some((tour) => tour === name);

/** The screens on which a tour starts by itself. The main tour comes first. */
const BEGINS_AT: Record<TourName, RegExp> = { mainTour: /^/, automationsTour: /^\/app\/automations(\/|$)/ };

/** Decides when a tour starts, and remembers that it did. The tour itself is loaded when one does. */
export function TourHost({ showSidebar }: Pick<StageProps, 'showSidebar'>) {
	const { currentUserDetails: user } = useSession();
	const { pathname } = useLocation();
	const [Stage, setStage] = useState<ComponentType<StageProps> | null>(null);
	const [name, setName] = useState<TourName | null>(null);
	/** The tours started in this visit, so that a tour whose start could not be saved does not repeat. */
	const [begun, setBegun] = useState<readonly TourName[]>([]);
	const running = useRef<TourName>(null);

	function begin(tour: TourName) {
		if (running.current) {
			console.warn(`The tour ${tour} did not start: ${running.current} is still open`);
			return;
		}
		running.current = tour;
		setName(tour);
		setBegun((before) => [...before, tour]);
	}

	function end() {
		running.current = null;
		setName(null);
	}

	const due = user
		? TOURS.find(
				(tour) => !user.tours.includes(tour) && !begun.includes(tour) && BEGINS_AT[tour].test(pathname),
			)
		: undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: begin is new in every render and always the same.
	useEffect(() => {
		if (due && name === null) begin(due);
	}, [due, name]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: as above.
	useEffect(
		() =>
			onTourRequest((wanted) => {
				if (isTour(wanted)) begin(wanted);
				else console.warn(`There is no tour called ${String(wanted)}`);
			}),
		[],
	);

	// biome-ignore lint/correctness/useExhaustiveDependencies: as above.
	useEffect(() => {
		if (name === null) return;
		if (Stage) {
			call('POST /api/users/me/tours', { body: { tour: name } }).catch((error: unknown) => {
				console.warn(`The tour ${name} could not be saved: ${String(error)}`);
			});
			return;
		}
		import('./stage.tsx').then(
			(loaded) => setStage(() => loaded.Stage),
			(error: unknown) => {
				console.warn(`The tour ${name} could not be started: ${String(error)}`);
				end();
			},
		);
	}, [name, Stage]);

	if (!Stage) return null;
	return (
		<Stage name={name} automations={user?.automations ?? NONE} showSidebar={showSidebar} onClose={end} />
	);
}
