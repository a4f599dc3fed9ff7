import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SAVE_FAILED } from './use-edit.ts';

/** The end of an account form: the error, the button, and the confirmation. */
export function SaveRow({
	failed,
	submitting,
	saved,
}: {
	failed: boolean;
	submitting: boolean;
	saved: boolean;
}) {
	return (
		<>
			{failed && <Alert tone="loss">{SAVE_FAILED}</Alert>}
			<div className="flex items-center gap-4">
				<Button type="submit" look="primary" busy={submitting}>
					{submitting ? 'Saving...' : 'Save'}
				</Button>
				<p role="status" className="text-small text-accent">
					{saved && 'Saved.'}
				</p>
			</div>
		</>
	);
}
