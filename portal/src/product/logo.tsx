/** An eye in a speech bubble. Decorative: the name is beside it. */
export const LogoMark = ({ className = 'size-8' }: { className?: string }) => (
	<svg viewBox="0 0 32 32" aria-hidden className={className}>
		<path
			className="fill-accent"
			d="M16 2.5c7.7 0 13.5 5.6 13.5 12.7S23.7 27.9 16 27.9c-1.5 0-2.9-.2-4.2-.6L5.3 30.1c-.8.3-1.6-.4-1.4-1.2l1.1-5C3.4 21.6 2.5 18.6 2.5 15.2 2.5 8.1 8.3 2.5 16 2.5Z"
		/>
		<path
			className="fill-paper"
			d="M6.4 15.2c2.6-4.6 5.7-6.9 9.6-6.9s7 2.3 9.6 6.9c-2.6 4.6-5.7 6.9-9.6 6.9s-7-2.3-9.6-6.9Z"
		/>
		<circle className="fill-accent" cx="16" cy="15.2" r="4.3" />
		<circle className="fill-paper" cx="17.5" cy="13.7" r="1.3" />
	</svg>
);

export const Logo = ({ name }: { name: string }) => (
	<span className="inline-flex items-center gap-2.5 font-semibold tracking-tight">
		<LogoMark className="size-7" />
		{name}
	</span>
);
