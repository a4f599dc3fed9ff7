import { CODE_DIGITS } from '@watchword/contract/constants';
import type { SecondFactorSetup } from '@watchword/contract/second-factor';
import { useState } from 'react';
import { codeFailure, codeProblem } from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { Step, Steps } from '../../ui/steps.tsx';

type Props = { setup: SecondFactorSetup; onCodes: (codes: string[]) => void };

/** The QR code for the app, and the first code of the app. */
export function FactorSteps({ setup, onCodes }: Props) {
	const [code, setCode] = useState('');
	const { onSubmit, shown, submitting, failure } = useForm({ code: codeProblem(code) }, async () =>
		onCodes((await call('POST /api/users/me/second-factor/code', { body: { code } })).recoveryCodes),
	);

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Steps>
				<Step number={1}>
					<p className="text-pretty">
						Scan this with an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or
						your password manager.
					</p>
					{/* A QR code must be dark on light, in every theme. */}
					<img
						src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
						alt="QR code for the authenticator app"
						width={224}
						height={224}
						className="rounded-control border border-line"
					/>
					<p className="text-small text-muted">Or enter this secret in the app:</p>
					<CopyText text={setup.secret.replace(/(.{4})(?!$)/g, '$1 ')} label="Copy secret" />
				</Step>
				<Step number={2}>
					<Field
						label="Code from your app"
						name="code"
						autoComplete="one-time-code"
						inputMode="numeric"
						maxLength={20}
						required
						value={code}
						onChange={(event) => setCode(event.target.value)}
						hint={`The app shows ${CODE_DIGITS} digits, and new ones every 30 seconds.`}
						error={shown.code}
					/>
				</Step>
			</Steps>
			{failure && <FailureAlert lines={codeFailure(failure)} />}
			<p className="text-small text-pretty text-muted">Your other browsers are signed out.</p>
			<Button type="submit" look="primary" busy={submitting} className="justify-self-end max-sm:w-full">
				{submitting ? 'Checking...' : 'Turn on'}
			</Button>
		</form>
	);
}
