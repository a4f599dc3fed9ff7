import { useQuery } from '@tanstack/react-query';
import { portalQuery } from '../lib/documents.ts';
import { Note } from '../ui/note.tsx';

/** Where mails only become files, says so and how to add a mail server. */
export function NoMailServer() {
	const { data: portal } = useQuery(portalQuery);
	if (!portal || portal.sendsMail) return null;
	return (
		<Note>
			This server has no mail server yet, so its mails stay in a folder: whoever runs it adds one on the page
			that <code>{portal.commands.admin} open</code> opens.
		</Note>
	);
}
