import { useQuery } from '@tanstack/react-query';
import { portalQuery } from '../lib/documents.ts';

/** Whether runs cost credits that customers buy; otherwise no price is shown. */
export const useSells = () => useQuery(portalQuery).data?.payments.provider !== 'none';
