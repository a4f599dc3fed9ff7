type Props = { iso: string; words: string; exact: string };

/** A time in words, with the exact time on hover. */
export const TimeText = ({ iso, words, exact }: Props) => (
	<time dateTime={iso} title={exact}>
		{words}
	</time>
);
