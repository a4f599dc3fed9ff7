import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RECOVERY_CODES, TRUST_DAYS } from '@watchword/contract/constants';
import type { SecondFactor, SecondFactorSetup } from '@watchword/contract/second-factor';
import { useState } from 'react';
import { factorQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { later } from '../../ui/later.tsx';
import type { FactorDialogProps } from './factor-dialog.tsx';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';

const FactorDialog = later<FactorDialogProps>(async () => (await import('./factor-dialog.tsx')).FactorDialog);

/** Two-step sign-in: a code from an app in addition to the password. */
export function SecondFactorSettings() {
	const client = useQueryClient();
	const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	return (
		<div className="grid gap-5">
			<Loaded query={useQuery(factorQuery)}>
				{(factor) =>
					factor.since === null ? (
						<Off required={factor.required} onStart={setSetup} />
					) : (
						<On factor={factor} since={factor.since} onCodes={setCodes} />
					)
				}
			</Loaded>
			<FactorDialog
				open={setup !== null || codes !== null}
				setup={setup}
				codes={codes}
				onCodes={setCodes}
				onClose={() => {
					setSetup(null);
					setCodes(null);
					void client.invalidateQueries(factorQuery);
				}}
			/>
		</div>
	);
}

function Off({ required, onStart }: { required: boolean; onStart: (setup: SecondFactorSetup) => void }) {
	const { submit, submitting, failure } = useSubmit(async () =>
		onStart(await call('POST /api/users/me/second-factor')),
	);
	return (
		<>
			<p className="text-pretty text-muted">
				A stolen password is not enough to sign in then: a browser that you do not trust also needs a code
				from an app on your phone. {required && 'Here every account needs it.'}
			</p>
			{failure && <Alert tone="loss">This could not be started. Please try again.</Alert>}
			<Button busy={submitting} className="justify-self-start" onClick={() => void submit()}>
				Set up two-step sign-in
			</Button>
		</>
	);
}

/** At this number of codes or fewer, new ones are suggested. */
const FEW = 3;

type OnProps = { factor: SecondFactor; since: string; onCodes: (codes: string[]) => void };

function On({ factor, since, onCodes }: OnProps) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const left = factor.recoveryCodesLeft;
	const renew = useSubmit(async () =>
		onCodes((await call('POST /api/users/me/recovery-codes')).recoveryCodes),
	);
	const turnOff = useSubmit(async () => {
		setAsking(false);
		await call('DELETE /api/users/me/second-factor');
		await client.invalidateQueries(factorQuery);
	});
	return (
		<>
			<p className="text-pretty">
				On since <Moment iso={since} />. A browser that you do not trust needs a code from your app.
			</p>
			{left < FEW ? (
				<Alert tone="attention">
					You have {left === 0 ? 'no recovery codes' : `only ${left} of ${RECOVERY_CODES} recovery codes`}{' '}
					left. Make new ones, so that a lost phone does not lock you out.
				</Alert>
			) : (
				<p className="text-small text-muted">
					{left} of {RECOVERY_CODES} recovery codes left. Each signs you in once without the app.
				</p>
			)}
			{factor.trustedBrowsers > 0 && <Trusted browsers={factor.trustedBrowsers} />}
			{(renew.failure || turnOff.failure) && (
				<Alert tone="loss">Nothing was changed. Please try again.</Alert>
			)}
			<div className="flex flex-wrap gap-3">
				<Button busy={renew.submitting} onClick={() => void renew.submit()}>
					Make new recovery codes
				</Button>
				<Button look="loss" busy={turnOff.submitting} onClick={() => setAsking(true)}>
					Turn off
				</Button>
			</div>
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void turnOff.submit()}
				title="Turn off two-step sign-in?"
				confirmLabel="Turn it off"
			>
				Your password alone signs in again. The app's entry and your recovery codes stop working.
				{factor.required && ' Here every account needs it: you will have to set it up again at once.'}
			</Confirm>
		</>
	);
}

function Trusted({ browsers }: { browsers: number }) {
	const client = useQueryClient();
	const { submit, submitting, failure } = useSubmit(async () => {
		await call('DELETE /api/users/me/trusted-browsers');
		await client.invalidateQueries(factorQuery);
	});
	return (
		<div className="grid justify-items-start gap-3">
			<p className="text-small text-muted">
				{browsers === 1
					? `You trust one browser. It is not asked for a code for ${TRUST_DAYS} days.`
					: `You trust ${browsers} browsers. They are not asked for a code for ${TRUST_DAYS} days.`}
			</p>
			{failure && <Alert tone="loss">They are still trusted. Please try again.</Alert>}
			<Button busy={submitting} onClick={() => void submit()}>
				Ask for a code everywhere again
			</Button>
		</div>
	);
}
