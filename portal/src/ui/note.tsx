import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning next to its field. */
export const Note = ({ id, children }: { id?: string; children: ReactNode }) => (
	<p id={id} className="flex gap-2 text-small text-pretty text-attention">
		<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
		<span>{children}</span>
	</p>
);
