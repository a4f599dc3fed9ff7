import { useQuery } from '@tanstack/react-query';
import type { Automation } from '@watchword/contract/automation';
import { CONDITION_WORDS_MAX } from '@watchword/contract/condition';
import { Link } from 'react-router';
import { portalQuery } from '../../../lib/documents.ts';
import { Button } from '../../../ui/button.tsx';
import { textLink } from '../../../ui/text-link.ts';

export type BeyondProps = {
	words: string;
	trigger: Automation['_triggerType'];
	/** Goes to the part of the editor where examples are marked; null if there is none. */
	onTeach: (() => void) | null;
	onLookFor: (words: string) => void;
};

/** Words that the built-in model does not know, and what can be done about them. */
export function BeyondWords({ words, trigger, onTeach, onLookFor }: BeyondProps) {
	const { data: portal } = useQuery(portalQuery);
	return (
		<div className="grid gap-4">
			<p className="text-small text-pretty text-muted">
				It does not know what “<span className="wrap-anywhere text-ink">{short(words)}</span>” means. Where
				these words matter, it cannot tell.
			</p>
			{trigger === 'email' && (
				<Way
					label="Look for these words"
					onClick={() => onLookFor(words.slice(0, CONDITION_WORDS_MAX).trim().toWellFormed())}
				>
					A mail then fits if it contains them.
				</Way>
			)}
			{onTeach && (
				<Way label="Teach it" onClick={onTeach}>
					Mark pictures that show it, and pictures that do not.
				</Way>
			)}
			<div className="grid gap-1.5">
				<p className="font-medium">Use a language model</p>
				<p className="text-small text-pretty text-muted">
					{portal?.builtInModel === false ? (
						'One is set up here. It reads the whole prompt, so it decides about these words too.'
					) : (
						<>
							It understands such words. Whoever runs this portal can set one up;{' '}
							<Link to="/app/help#another-model" className={textLink}>
								this is how
							</Link>
							.
						</>
					)}
				</p>
			</div>
		</div>
	);
}

type WayProps = { label: string; onClick: () => void; children: string };

const Way = ({ label, onClick, children }: WayProps) => (
	<div className="grid justify-items-start gap-1.5">
		<Button className="h-10!" onClick={onClick}>
			{label}
		</Button>
		<p className="text-small text-pretty text-muted">{children}</p>
	</div>
);

const MAX_SHOWN = 120;
const short = (words: string) =>
	words.length > MAX_SHOWN ? `${words.slice(0, MAX_SHOWN).trim().toWellFormed()}…` : words;
