import { useQuery } from '@tanstack/react-query';
import { PRODUCT } from '../../lib/brand.ts';
import { portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Logo } from '../../product/logo.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { isShut, modelsQuery } from './documents.ts';
import { Lan } from './lan.tsx';
import { Mail } from './mail.tsx';
import { Models } from './models.tsx';
import { Accounts, Health, Leaves, Storage } from './overview.tsx';

/** For whoever runs this installation. A link of the terminal opens it; nobody needs to be signed in. */
export function OperatorPage() {
	const query = useQuery(modelsQuery);
	const { data, error } = query;
	return (
		<div className="mx-auto grid min-h-dvh w-full max-w-4xl content-start gap-8 px-4 py-6 sm:px-8">
			<PageTitle name="Operator" />
			<header>
				<Logo name={PRODUCT} />
			</header>
			<main>
				{isShut(error) ? (
					<Shut />
				) : (
					<>
						<PageHeader title="Operator">What runs on this machine, for everybody who uses it.</PageHeader>
						{data ? (
							<div className="grid grid-cols-1 gap-12">
								<Health />
								<Models models={data} />
								<Lan />
								<Mail />
								<Accounts />
								<Storage />
								<Leaves />
							</div>
						) : (
							<NotLoaded query={query} loading="h-64" />
						)}
					</>
				)}
			</main>
		</div>
	);
}

/** Without the link, or after an hour. */
function Shut() {
	const command = useQuery(portalQuery).data?.commands.admin;
	return (
		<>
			<PageHeader title="Operator">
				This page opens with a link that works once. Run this on the machine on which {PRODUCT} runs, and open
				the link that it prints.
			</PageHeader>
			{command && <CopyText text={`${command} open`} label="Copy the command" />}
		</>
	);
}
