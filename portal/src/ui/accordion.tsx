import { Accordion as Parts } from '@base-ui/react/accordion';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export type Section = {
	/** Its fragment in the page's address, after the #. */
	id: string;
	title: string;
	content: ReactNode;
};

type Props = { sections: Section[]; open: string[]; onOpenChange: (open: string[]) => void };

/** Sections that open and close. The browser's own search finds closed ones too, and opens them. */
export const Accordion = ({ sections, open, onOpenChange }: Props) => (
	<Parts.Root
		multiple
		hiddenUntilFound
		value={open}
		onValueChange={onOpenChange}
		className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
	>
		{sections.map(({ id, title, content }) => (
			<Parts.Item key={id} id={id} value={id}>
				<Parts.Header render={(props) => <h2 {...props} />}>
					<Parts.Trigger className="group flex w-full items-center justify-between gap-4 rounded-card px-5 py-4 text-left font-medium sm:px-6">
						{title}
						<ChevronDown
							aria-hidden
							className="size-5 shrink-0 text-muted transition-transform group-data-panel-open:rotate-180"
						/>
					</Parts.Trigger>
				</Parts.Header>
				<Parts.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-450 data-ending-style:h-0 data-starting-style:h-0">
					<div className="grid max-w-2xl gap-4 px-5 pb-6 text-muted sm:px-6">{content}</div>
				</Parts.Panel>
			</Parts.Item>
		))}
	</Parts.Root>
);
