import { AnimatePresence, domAnimation, LazyMotion } from 'motion/react';
import { Tour, type TourProps } from './tour.tsx';

type Props = Omit<TourProps, 'name'> & { name: TourProps['name'] | null };

/** Mounts and unmounts tours. It is loaded with the first tour, together with the animation library. */
export const Stage = ({ name, ...rest }: Props) => (
	<LazyMotion features={domAnimation} strict>
		<AnimatePresence>{name && <Tour key={name} name={name} {...rest} />}</AnimatePresence>
	</LazyMotion>
);
