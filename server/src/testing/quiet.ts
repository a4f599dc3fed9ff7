import pino from 'pino';

export const quiet = pino({ level: 'silent' });
