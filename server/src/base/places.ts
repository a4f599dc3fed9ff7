/**
 * Where phones and mails find the portal. The operator can switch the local network on and off while the server runs, so this is
 * read anew for each link.
 */
export interface Places {
	publicUrl: string;
	/** The page that makes phones trust this server, if there is one. */
	trustPage: string | null;
}
