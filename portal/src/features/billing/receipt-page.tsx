import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@watchword/contract/billing';
import { ArrowLeft, Printer, ReceiptText } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { PRODUCT } from '../../lib/brand.ts';
import { paymentQuery, portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { dateOf } from '../../lib/time.ts';
import { counted } from '../../product/counted.ts';
import { Logo } from '../../product/logo.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { money } from './amount.ts';

/** The receipt of one purchase, printable on one page. */
export function ReceiptPage() {
	const { id = '' } = useParams();
	const query = useQuery(paymentQuery(id));
	const payment = query.data;
	if (payment === undefined) {
		return (
			<NotLoaded query={query} loading="h-96" title="The receipt could not be loaded.">
				It is kept, and your credits are safe.
			</NotLoaded>
		);
	}
	if (!payment?.creditedAt) {
		return (
			<EmptyState
				icon={ReceiptText}
				title="There is no such receipt."
				action={
					<Link to="/app/billing" className={buttonClasses('secondary')}>
						Go to Credits and Billing
					</Link>
				}
			/>
		);
	}
	return <Receipt payment={payment} paidOn={dateOf(Date.parse(payment.creditedAt))} />;
}

function Receipt({ payment, paidOn }: { payment: Payment; paidOn: string }) {
	const { data: portal } = useQuery(portalQuery);
	const sum = (dollars: number) => money(dollars, payment.currency);
	return (
		<div className="mx-auto grid max-w-2xl gap-4">
			<PageTitle name="Receipt" />
			<div className="flex items-center justify-between gap-4 print:hidden">
				<Link to="/app/billing" className={buttonClasses('quiet', 'px-3')}>
					<ArrowLeft aria-hidden className="size-4.5" /> Credits and Billing
				</Link>
				<Button onClick={() => window.print()}>
					<Printer aria-hidden className="size-4.5" /> Print
				</Button>
			</div>
			<Card className="grid gap-8 p-6 sm:p-10 print:border-0 print:p-0 print:shadow-none">
				<header className="flex flex-wrap items-start justify-between gap-4">
					<Logo name={PRODUCT} />
					<div className="sm:text-right">
						<h1 tabIndex={-1} data-page-heading className="text-title font-semibold">
							Receipt
						</h1>
						<p className="text-small text-muted">{paidOn}</p>
					</div>
				</header>
				<dl className="grid gap-x-8 gap-y-4 text-small sm:grid-cols-2 [&_dt]:text-muted">
					<div>
						<dt>Paid by</dt>
						<dd className="font-medium wrap-anywhere">{payment.name}</dd>
						<dd className="wrap-anywhere">{payment.email}</dd>
					</div>
					<div>
						<dt>Receipt number</dt>
						<dd className="break-all tabular-nums">{payment.id}</dd>
						<dt className="mt-2">Payment</dt>
						<dd className="break-all tabular-nums">{payment.intent}</dd>
					</div>
				</dl>
				<table className="w-full [&_td]:py-3 [&_th]:py-2 [&_tr]:border-b [&_tr]:border-line">
					<thead className="text-left text-small text-muted">
						<tr>
							<th className="font-normal">What</th>
							<th className="text-right font-normal">Amount</th>
						</tr>
					</thead>
					<tbody className="tabular-nums">
						<tr>
							<td>{counted(payment.credits, 'credit')}</td>
							<td className="text-right">{sum(payment.amount)}</td>
						</tr>
						{payment.refunded > 0 && (
							<tr>
								<td>Refunded</td>
								<td className="text-right">-{sum(payment.refunded)}</td>
							</tr>
						)}
						<tr className="font-semibold">
							<td>{payment.refunded > 0 ? 'Paid after refund' : 'Paid'}</td>
							<td className="text-right">{sum(payment.amount - payment.refunded)}</td>
						</tr>
					</tbody>
				</table>
				<footer className="grid gap-1 text-small text-muted">
					{payment.testMode && <p className="font-medium text-attention">Test mode: no money moved.</p>}
					{portal && <p>Questions? Write to {portal.supportEmail}.</p>}
				</footer>
			</Card>
		</div>
	);
}
