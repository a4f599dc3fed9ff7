import type { StatementLine } from '@watchword/contract/billing';
import { Link } from 'react-router';
import { counted } from '../../product/counted.ts';
import { Card } from '../../ui/card.tsx';
import { textLink } from '../../ui/text-link.ts';

export const KINDS: Record<StatementLine['kind'], { one: string; plural: string }> = {
	purchase: { one: 'Purchase', plural: 'Purchases' },
	charge: { one: 'Runs', plural: 'Runs' },
	grant: { one: 'Gift', plural: 'Gifts' },
	refund: { one: 'Refund', plural: 'Refunds' },
	dispute: { one: 'Dispute', plural: 'Disputes' },
};

/** Created on first use, because the first use of Intl is slow. */
let formats: { day: Intl.DateTimeFormat; signed: Intl.NumberFormat } | undefined;

function theFormats() {
	formats ??= {
		day: new Intl.DateTimeFormat(undefined, {
			day: 'numeric',
			month: 'short',
			year: 'numeric',
			timeZone: 'UTC',
		}),
		signed: new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' }),
	};
	return formats;
}

const dayInWords = (day: string) => theFormats().day.format(new Date(`${day}T00:00:00Z`));
const signed = (credits: number) => theFormats().signed.format(credits);

type Props = { items: StatementLine[]; added: number; spent: number };

export const StatementTable = ({ items, added, spent }: Props) => (
	<Card className="overflow-hidden">
		<table className="w-full [&_td]:px-3 [&_td]:py-3 [&_th]:px-3 [&_th]:py-2.5 sm:[&_td]:px-6 sm:[&_th]:px-6">
			<thead className="border-b border-line bg-sunken text-left text-small text-muted">
				<tr>
					<th className="w-px font-medium">Day</th>
					<th className="font-medium">What</th>
					<th className="text-right font-medium">Credits</th>
				</tr>
			</thead>
			<tbody className="divide-y divide-line">
				{items.map((line, at) => (
					<tr
						key={`${line.day} ${line.kind} ${line.automation?.id ?? line.payment ?? at}`}
						className="align-top"
					>
						<td className="text-small text-muted tabular-nums min-[24rem]:whitespace-nowrap">
							<time dateTime={line.day}>{dayInWords(line.day)}</time>
						</td>
						<td className="min-w-0 wrap-anywhere">
							<What line={line} />
						</td>
						<td className="text-right font-medium tabular-nums">{signed(line.credits)}</td>
					</tr>
				))}
			</tbody>
			<tfoot className="border-t border-line bg-sunken text-small font-medium">
				<tr>
					<td colSpan={3}>
						<span className="flex flex-wrap justify-end gap-x-6 gap-y-1 tabular-nums">
							<span>{added.toLocaleString()} added</span>
							<span>{spent.toLocaleString()} spent</span>
						</span>
					</td>
				</tr>
			</tfoot>
		</table>
	</Card>
);

function What({ line: { kind, automation, runs, payment, why } }: { line: StatementLine }) {
	if (kind === 'charge') {
		const count = counted(runs, 'run');
		if (!automation) return count;
		return (
			<>
				<Link to={`/app/automations/${automation.id}`} className="font-medium hover:underline">
					{automation.name ?? 'Automation not available'}
				</Link>
				<span className="block text-small text-muted">{count}</span>
			</>
		);
	}
	return (
		<>
			<span className="font-medium">{KINDS[kind].one}</span>
			{payment && (
				<>
					{' '}
					<Link to={`/app/billing/receipts/${payment}`} className={textLink}>
						Receipt
					</Link>
				</>
			)}
			{why && <span className="block text-small text-muted">{why}</span>}
		</>
	);
}
