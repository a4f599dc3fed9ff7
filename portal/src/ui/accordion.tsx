import { Accordion as Parts } from '@base-ui/react/accordion';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type Section = { title: string; content: ReactNode };

export const Accordion = ({ sections }: { sections: Section[] }) => (
	<Parts.Root
		defaultValue={sections.slice(0, 1).map(({ title }) => title)}
		className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
	>
		{sections.map(({ title, content }) => (
			<Parts.Item key={title} value={title}>
				<Parts.Header render={(props) => <h2 {...props} />}>
					<Parts.Trigger className="group flex w-full items-center justify-between gap-4 rounded-card px-5 py-4 text-left font-medium sm:px-6">
						{title}
						<ChevronDown
							aria-hidden
							className="size-5 shrink-0 text-muted transition-transform group-data-panel-open:rotate-180"
						/>
					</Parts.Trigger>
				</Parts.Header>
				<Parts.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-200 data-ending-style:h-0 data-starting-style:h-0">
					<div className="grid max-w-2xl gap-3 px-5 pb-6 text-muted sm:px-6">{content}</div>
				</Parts.Panel>
			</Parts.Item>
		))}
	</Parts.Root>
);
