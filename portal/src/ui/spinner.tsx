import { LoaderCircle } from 'lucide-react';

/** Decoration only: the words beside it say what is going on. */
export const Spinner = () => <LoaderCircle aria-hidden className="size-4 animate-turn" />;
