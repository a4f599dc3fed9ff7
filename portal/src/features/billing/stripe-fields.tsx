import { loadStripe } from '@stripe/stripe-js/pure';
import { PAYMENT_RETURN_PATH } from '@watchword/contract/constants';
import { useEffect, useRef } from 'react';
import type { Confirm, FieldsProps } from './payment.ts';

/** Stripe's payment element runs in Stripe's own frame. Our code never sees what is typed there. */
export function StripeFields({
	publishableKey,
	clientSecret,
	onReady,
}: FieldsProps & { publishableKey: string }) {
	const place = useRef<HTMLDivElement>(null);

	useEffect(() => {
		let gone = false;
		let unmount = () => {};
		const failed = (error: unknown) => {
			console.error('The payment form could not be loaded.', error);
			if (!gone) onReady(null);
		};
		loadStripe(publishableKey)
			.then((stripe) => {
				if (gone || !place.current) return;
				if (!stripe) throw new Error('Stripe is not available');
				const elements = stripe.elements({ clientSecret, appearance: appearance(place.current) });
				const element = elements.create('payment');
				unmount = () => element.destroy();
				const confirm: Confirm = async () => {
					const return_url = new URL(PAYMENT_RETURN_PATH, window.location.origin).href;
					const { error, paymentIntent } = await stripe.confirmPayment({
						elements,
						confirmParams: { return_url },
						redirect: 'if_required',
					});
					if (error) return { error: { type: error.type, message: error.message ?? '' } };
					return { paymentIntent: { id: paymentIntent.id, status: paymentIntent.status } };
				};
				element.on('ready', () => onReady(confirm));
				element.on('loaderror', ({ error }) => failed(error));
				element.mount(place.current);
			}, failed)
			.catch(failed);
		return () => {
			gone = true;
			unmount();
		};
	}, [publishableKey, clientSecret, onReady]);

	return <div ref={place} />;
}

/** The portal's colours, read from the page, so that the fields fit both the light and the dark theme. */
function appearance(place: HTMLElement) {
	const style = getComputedStyle(place);
	const token = (name: string) => style.getPropertyValue(name).trim();
	return {
		variables: {
			colorPrimary: token('--accent'),
			colorBackground: token('--surface'),
			colorText: token('--ink'),
			colorTextSecondary: token('--muted'),
			colorDanger: token('--loss'),
			fontFamily: 'system-ui, sans-serif',
			borderRadius: '10px',
		},
	};
}
