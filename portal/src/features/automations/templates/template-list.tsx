import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { portalQuery } from '../../../lib/documents.ts';
import { classes } from '../../../ui/classes.ts';
import { TEMPLATES, type Template } from './templates.ts';

type Props = {
	title: string;
	hasDevice: boolean;
	busy: boolean;
	/** On narrow screens, shows only the names of usable templates, because a form follows below. */
	isCompact?: boolean;
	onChoose: (template: Template) => void;
};

/** Ready-made automations to start with. */
export function TemplateList({ title, hasDevice, busy, isCompact = false, onChoose }: Props) {
	const id = useId();
	const builtInModel = useQuery(portalQuery).data?.builtInModel ?? false;
	const detail = classes('text-small', isCompact && 'max-lg:sr-only');
	return (
		<section aria-labelledby={id} className="@container grid gap-3">
			<p id={id} className="text-small font-medium text-muted">
				{title}
			</p>
			<ul className={classes('grid gap-2 @md:grid-cols-2', isCompact && 'max-lg:flex max-lg:flex-wrap')}>
				{usableFirst(hasDevice).map((template) => {
					const lacks = template.needsDevice && !hasDevice;
					return (
						<li key={template.name} className={classes('grid', isCompact && lacks && 'max-lg:hidden')}>
							<button
								type="button"
								aria-disabled={lacks || busy || undefined}
								onClick={() => !lacks && !busy && onChoose(template)}
								className="grid content-start gap-0.5 rounded-control border border-line bg-surface px-3.5 py-2.5 text-left transition-colors not-aria-disabled:hover:border-line-strong aria-disabled:cursor-default"
							>
								<span className={lacks ? 'font-medium text-muted' : 'font-medium'}>{template.name}</span>
								<span className={classes(detail, 'text-muted')}>
									{lacks ? 'Needs a device: add one first.' : template.about}
								</span>
								{builtInModel && template.needsLanguageModel && (
									<span className={classes(detail, 'text-attention')}>
										Needs a language model: the built-in one cannot tell.
									</span>
								)}
							</button>
						</li>
					);
				})}
			</ul>
		</section>
	);
}

const usableFirst = (hasDevice: boolean) =>
	hasDevice
		? TEMPLATES
		: TEMPLATES.toSorted((a, b) => Number(a.needsDevice ?? 0) - Number(b.needsDevice ?? 0));
