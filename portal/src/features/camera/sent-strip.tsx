import { useEffect, useState } from 'react';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { TimeText } from '../../ui/time-text.tsx';
import type { Sent } from './store.ts';

/** What was sent, newest first. */
export function SentStrip({ sent, now }: { sent: Sent[]; now: Date }) {
	return (
		<section aria-labelledby="sent" className="grid gap-2">
			<h2 id="sent" className="text-small font-medium text-muted">
				Sent
			</h2>
			{sent.length === 0 && <p className="text-small text-muted">Nothing yet.</p>}
			<ul
				className="grid grid-cols-4 gap-2 *:nth-[n+5]:hidden lg:*:nth-[n+5]:grid"
				hidden={sent.length === 0}
			>
				{sent.map((shot) => (
					<li key={shot.id} className="grid min-w-0 gap-1">
						<Thumb bytes={shot.thumb} />
						<span className="text-small text-muted">
							<When iso={shot.capturedAt} now={now} />
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}

function When({ iso, now }: { iso: string; now: Date }) {
	const seconds = Date.parse(iso) / 1000;
	return <TimeText iso={iso} words={timeInWords(seconds, now.getTime() / 1000)} exact={exactTime(seconds)} />;
}

function Thumb({ bytes }: { bytes: ArrayBuffer }) {
	const [url, setUrl] = useState<string>();
	useEffect(() => {
		const made = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [bytes]);
	return <img src={url} alt="" className="aspect-[4/3] w-full rounded-control bg-sunken object-cover" />;
}
