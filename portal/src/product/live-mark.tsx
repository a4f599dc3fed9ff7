/** Marks something that still lasts. */
export const LiveMark = () => (
	<span className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-2.5 py-0.5 text-small font-medium text-accent">
		<span aria-hidden className="size-2 animate-breathe rounded-full bg-accent" />
		Now
	</span>
);
