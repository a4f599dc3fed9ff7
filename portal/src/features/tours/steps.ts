import { EXAMPLE_AUTOMATION, type TourName } from '@watchword/contract/constants';
import {
	Camera,
	CircleCheckBig,
	CircleHelp,
	CreditCard,
	Hand,
	History,
	type LucideIcon,
	MessageSquareText,
	PencilLine,
	Plus,
	Send,
	Workflow,
	Zap,
} from 'lucide-react';
import type { Side } from './geometry.ts';

export type Step = {
	title: string;
	content: string;
	icon: LucideIcon;
	/** The target. Without one the card is in the middle. */
	selector?: string;
	/** The preferred side for the card. Below the target by default. */
	side?: Side;
	/** Back and Next. Shown unless false. */
	showControls?: boolean;
	/** Shown unless false. */
	showSkip?: boolean;
	/** The id of the element that scrolls the target; the window's own when left out. */
	viewportID?: string;
	/** The route to open before the next or the previous step. */
	nextRoute?: string;
	prevRoute?: string;
	pointerPadding?: number;
	pointerRadius?: number;
	/** Leaves arrow keys and Escape to the page. */
	blockKeyboardControl?: boolean;
	/** The target can be used during the step. If that shows the next step's target, the tour moves on. */
	isUsable?: boolean;
};

const AUTOMATIONS = '/app/automations';

const inSidebar = (screen: string) =>
	({
		selector: `[data-tour="${screen}"]`,
		viewportID: 'sidebar',
		side: 'right',
		pointerPadding: 4,
		pointerRadius: 12,
	}) satisfies Partial<Step>;

const inEditor = (part: string) =>
	({
		selector: `[data-tour="automation-${part}"]`,
		pointerPadding: 6,
		pointerRadius: 16,
		isUsable: true,
	}) satisfies Partial<Step>;

const mainTour: Step[] = [
	{
		title: 'Welcome',
		content:
			'Watchword watches a camera, a mailbox or a clock for you, and acts when what you asked for happens. Here is where everything is.',
		icon: Hand,
	},
	{
		title: 'Automations',
		content: 'What to watch, what to look for and what to do then. Everything begins here.',
		icon: Workflow,
		...inSidebar('automations'),
	},
	{
		title: 'Runs',
		content:
			'Each time an automation is set off, you see here what came in, what was decided and what was done.',
		icon: History,
		...inSidebar('runs'),
	},
	{
		title: 'Your Devices',
		content: 'Your cameras with their latest pictures. Any phone or laptop can become one.',
		icon: Camera,
		...inSidebar('devices'),
	},
	{
		title: 'Credits and Billing',
		content: 'What a run costs, how many credits are left, and where they went.',
		icon: CreditCard,
		...inSidebar('billing'),
	},
	{
		title: 'Help',
		content: 'How each part works, a tour of the automations, and how to reach us.',
		icon: CircleHelp,
		...inSidebar('help'),
	},
];

/** `opened` is the automation that the steps are shown on. */
const automationsTour = (opened: string): Step[] => [
	{
		title: 'Automations',
		content: 'An automation has three parts: an input sets it off, a prompt decides, an action follows.',
		icon: Workflow,
		nextRoute: AUTOMATIONS,
		...inSidebar('automations'),
	},
	{
		title: "Click '+'",
		content: 'It makes a new automation and opens it. Press it now to make one, or just look on.',
		icon: Plus,
		selector: '[data-tour="automation-new"]',
		isUsable: true,
		nextRoute: `${AUTOMATIONS}/${opened}`,
	},
	{
		title: 'Name it',
		content: 'Click the name at the top of an automation to change it. Enter keeps it, Escape does not.',
		icon: PencilLine,
		prevRoute: AUTOMATIONS,
		...inEditor('name'),
	},
	{
		title: 'Inputs',
		content: 'What sets it off: an email to its own address, times of day, or the captures of a device.',
		icon: Zap,
		...inEditor('inputs'),
	},
	{
		title: 'Prompt',
		content: 'Say in your own words what to look for or what to do: “Is there a car in the driveway?”',
		icon: MessageSquareText,
		...inEditor('prompt'),
	},
	{
		title: 'Action',
		content: 'What follows: an email to an address of your choice, a reply, or a result saved to storage.',
		icon: Send,
		side: 'top',
		...inEditor('action'),
	},
	{
		title: 'Update Automation',
		content: 'Nothing changes until you press it. From then on the automation works as you see it here.',
		icon: CircleCheckBig,
		side: 'top',
		...inEditor('update'),
	},
];

export const stepsOf = (tour: TourName, automations: readonly string[]): Step[] =>
	tour === 'mainTour' ? mainTour : automationsTour(automations.at(-1) ?? EXAMPLE_AUTOMATION);
