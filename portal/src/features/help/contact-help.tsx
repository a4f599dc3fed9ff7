import { textLink } from '../../ui/text-link.ts';

export const ContactHelp = ({ address }: { address: string | undefined }) => (
	<p>
		Write to{' '}
		{address ? (
			<a className={textLink} href={`mailto:${address}`}>
				{address}
			</a>
		) : (
			'the support team'
		)}
		. Tell us which automation or device it is about and when it happened, and we can look it up.
	</p>
);
