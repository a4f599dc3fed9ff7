import { AnimatePresence, domAnimation, LazyMotion } from 'motion/react';
import { Tour, type TourProps } from './tour.tsx';

type Props = Omit<TourProps, 'name'> & { name: TourProps['name'] | null };

/** Where a tour comes on and goes off. It is loaded with the first one, and with it all that moves. */
export const Stage = ({ name, ...rest }: Props) => (
	<LazyMotion features={domAnimation} strict>
		<AnimatePresence>{name && <Tour key={name} name={name} {...rest} />}</AnimatePresence>
	</LazyMotion>
);
