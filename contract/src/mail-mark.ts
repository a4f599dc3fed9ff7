/** What the header of a mail says of its kind, where programs have written it. */
export type MailMark = 'list' | 'unsubscribe' | 'bulk' | 'auto-replied' | 'auto-generated' | 'report';
