import { Fragment } from 'react';
import { Link } from 'react-router';
import { textLink } from './text-link.ts';

/** Links in a row inside text. */
export const TextLinks = ({ links }: { links: { to: string; text: string }[] }) =>
	links.map(({ to, text }, at) => (
		<Fragment key={to}>
			{at > 0 && ' · '}
			<Link to={to} className={textLink}>
				{text}
			</Link>
		</Fragment>
	));
