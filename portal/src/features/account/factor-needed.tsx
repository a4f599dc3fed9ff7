import type { SecondFactorSetup } from '@watchword/contract/second-factor';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { PRODUCT } from '../../lib/brand.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { signOut, useSession } from '../../lib/session.tsx';
import { useSubmit } from '../../lib/use-submit.ts';
import { Logo } from '../../product/logo.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { FactorSteps } from './factor-steps.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The only screen for an account without a second factor if the operator requires one. */
export function FactorNeeded({ onDone }: { onDone: () => void }) {
	const { refresh } = useSession();
	const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	const start = useSubmit(async () => setSetup(await call('POST /api/users/me/second-factor')));
	const leave = useSubmit(async () => {
		await signOut();
		await refresh();
	});
	const title = codes ? 'Your recovery codes' : 'Set up two-step sign-in';
	return (
		<main className="mx-auto grid min-h-dvh w-full max-w-lg content-center gap-8 px-4 py-8">
			<PageTitle name={title} />
			<div className="justify-self-center">
				<Logo name={PRODUCT} />
			</div>
			<Card className="grid gap-6 p-6 sm:p-8">
				<div className="grid gap-1.5">
					<h1 tabIndex={-1} data-page-heading className="text-title font-semibold text-balance">
						{title}
					</h1>
					{!codes && (
						<p className="text-pretty text-muted">
							Here every account needs a code from an app on your phone beside the password. It takes a
							minute.
						</p>
					)}
				</div>
				{codes ? (
					<RecoveryCodes codes={codes} onDone={onDone} />
				) : setup ? (
					<FactorSteps setup={setup} onCodes={setCodes} />
				) : (
					<>
						{start.failure && <Alert tone="loss">This could not be started. Please try again.</Alert>}
						<Button look="primary" busy={start.submitting} onClick={() => void start.submit()}>
							Begin
						</Button>
					</>
				)}
			</Card>
			{!codes && (
				<>
					{leave.failure && <Alert tone="loss">You are still signed in. Please try again.</Alert>}
					<Button
						look="quiet"
						busy={leave.submitting}
						className="justify-self-center"
						onClick={() => void leave.submit()}
					>
						Sign out
					</Button>
				</>
			)}
			<ConfirmIdentity />
		</main>
	);
}
