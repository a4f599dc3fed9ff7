import { LoaderCircle } from 'lucide-react';

/** Decorative. The text beside it says what is happening. */
export const Spinner = () => <LoaderCircle aria-hidden className="size-4 animate-turn" />;
