/** A reader that has seen enough, such as `head`, closes its pipe. What is printed after that is lost, and nothing else happens. */
export function outliveClosedPipe(): void {
	const ignore = (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error;
	};
	for (const stream of [process.stdout, process.stderr]) stream.on('error', ignore);
}
