import { PAIRING_CODE_LENGTH } from '@watchword/contract/constants';
import type { Pairing } from '@watchword/contract/device';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../ui/button.tsx';
import { countdown, grouped } from './messages.ts';

type Props = { pairing: Pairing /** Milliseconds for which the code still works. */; left: number };

export function PairingSteps({ pairing, left }: Props) {
	const page = new URL(pairing.url);
	return (
		<div className="grid gap-6">
			<ol className="grid gap-5">
				<Step number={1}>
					<p>
						On the phone or laptop that will be the camera, scan this with its camera app, or open{' '}
						<strong className="font-medium wrap-anywhere">{`${page.host}${page.pathname}`}</strong>
					</p>
					{/* A QR code is dark on light, whatever the colours around it. */}
					<img
						src={`data:image/svg+xml,${encodeURIComponent(pairing.qrSvg)}`}
						alt="QR code that opens the camera page with the code filled in"
						width={176}
						height={176}
						className="rounded-control border border-line"
					/>
				</Step>
				<Step number={2}>
					<p>Enter this code there. The QR code has it filled in.</p>
					<div>
						<p
							// Spoken letter by letter rather than as a word.
							aria-label={[...pairing.code].join(' ')}
							role="img"
							className="font-mono text-display font-semibold tracking-wider tabular-nums"
						>
							{pairing.code.length === PAIRING_CODE_LENGTH ? grouped(pairing.code) : pairing.code}
						</p>
						<p className="text-small text-muted tabular-nums">
							Works once, for another{' '}
							<span role="timer" aria-label="Time left">
								{countdown(left)}
							</span>
							. Then a new one stands here.
						</p>
					</div>
				</Step>
				<Step number={3}>
					<p>Allow the use of the camera. This window notices by itself.</p>
				</Step>
			</ol>
			<a
				href={`/camera?code=${pairing.code}`}
				target="_blank"
				rel="noreferrer"
				className={buttonClasses('secondary', 'justify-self-start max-sm:w-full')}
			>
				<ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
				Use this device as the camera
			</a>
		</div>
	);
}

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
	<li className="grid grid-cols-[auto_1fr] gap-3.5">
		<span
			aria-hidden
			className="grid size-6 place-items-center rounded-full bg-accent-soft text-small font-semibold text-accent"
		>
			{number}
		</span>
		<div className="grid gap-3">{children}</div>
	</li>
);
