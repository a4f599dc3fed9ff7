import { PAIRING_CODE_LENGTH } from '@watchword/contract/constants';
import { countdown, grouped } from './messages.ts';

type Props = { code: string /** Milliseconds for which the code still works. */; left: number };

export const PairingCode = ({ code, left }: Props) => (
	<div>
		<p
			// Screen readers spell it instead of reading it as a word.
			aria-label={[...code].join(' ')}
			role="img"
			className="font-mono text-display font-semibold tracking-wider tabular-nums"
		>
			{code.length === PAIRING_CODE_LENGTH ? grouped(code) : code}
		</p>
		<p className="text-small text-muted tabular-nums">
			Works once, for another{' '}
			<span role="timer" aria-label="Time left">
				{countdown(left)}
			</span>
			. Then a new one appears here.
		</p>
	</div>
);
