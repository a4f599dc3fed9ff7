import { Alert } from './alert.tsx';

export const FailureAlert = ({ lines }: { lines: string[] }) => (
	<Alert tone="loss">
		{lines.map((line) => (
			<p key={line}>{line}</p>
		))}
	</Alert>
);
