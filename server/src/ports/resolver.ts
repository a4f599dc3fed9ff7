/** Answers a DNS question, as node:dns does. */
export type Resolver = (name: string, type: string) => Promise<string[] | string[][]>;
