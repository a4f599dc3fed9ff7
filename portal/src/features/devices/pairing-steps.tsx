import type { Pairing } from '@watchword/contract/device';
import { ExternalLink } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { Step, Steps } from '../../ui/steps.tsx';
import { PairingCode } from './pairing-code.tsx';

type Props = { pairing: Pairing /** Milliseconds for which the code still works. */; left: number };

export function PairingSteps({ pairing, left }: Props) {
	const page = new URL(pairing.url);
	return (
		<div className="grid gap-6">
			<Steps>
				<Step number={1}>
					<p>
						On the phone or laptop that will be the camera, scan this with its camera app, or open{' '}
						<strong className="font-medium wrap-anywhere">{`${page.host}${page.pathname}`}</strong>
					</p>
					{/* A QR code must be dark on light, in every theme. */}
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
					<PairingCode code={pairing.code} left={left} />
				</Step>
				<Step number={3}>
					<p>Allow the use of the camera. This window notices by itself.</p>
				</Step>
			</Steps>
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
