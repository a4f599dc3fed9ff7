import { CopyText } from '../../ui/copy-text.tsx';
import { Step, Steps } from '../../ui/steps.tsx';

export function ProgramSteps({ deviceKey }: { deviceKey: string }) {
	const url = `${window.location.origin}/api/captures`;
	return (
		<Steps>
			<Step number={1}>
				<p>This is the key. It is shown this once: give it to the program now.</p>
				<CopyText text={deviceKey} label="Copy key" />
			</Step>
			<Step number={2}>
				<p>Send a JPEG, PNG or WebP:</p>
				<CopyText
					text={`curl -H 'Authorization: Bearer ${deviceKey}' -H 'Content-Type: image/jpeg' --data-binary @picture.jpg ${url}`}
					label="Copy command"
				/>
				<p className="text-small text-pretty text-muted">
					A form with a file works, too, and so does the key as the user name of basic authentication. A key
					in the address is refused, because addresses are written to logs.
				</p>
			</Step>
		</Steps>
	);
}
