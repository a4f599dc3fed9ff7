export const PRODUCT = 'Watchword';
