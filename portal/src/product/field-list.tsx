import type { FieldValue, Value } from '@watchword/contract/field';
import { correctedIn, shownIn, shownValue } from './field-values.ts';

type Props = { values: readonly FieldValue[]; corrections?: Readonly<Record<string, Value>> };

/** The value of each field with its evidence, or why there is none. */
export const FieldList = ({ values, corrections = {} }: Props) => (
	<dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_1fr]">
		{values.map((one) => {
			const isCorrected = correctedIn({ values, corrections }, one.field);
			const text = shownValue(shownIn({ values, corrections }, one.field));
			return (
				<div key={one.field} className="contents">
					<dt className="text-small wrap-anywhere text-muted">{one.name}</dt>
					<dd className="grid min-w-0 gap-0.5 wrap-anywhere">
						<span className={text ? 'font-medium tabular-nums' : 'text-muted'}>{text || 'Empty'}</span>
						<span className="text-small text-muted">
							{isCorrected
								? `Corrected; the model said: ${shownValue(one.value) || 'nothing'}.`
								: one.evidence
									? `“${one.evidence}”`
									: one.problem}
						</span>
					</dd>
				</div>
			);
		})}
	</dl>
);
