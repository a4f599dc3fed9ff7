import type { Connection } from '@watchword/contract/connection';
import type { Device } from '@watchword/contract/device';
import { dayAndTime } from '../../lib/time.ts';

/** What kind of device it is, and how its pictures come. */
const CONNECTIONS: Record<Connection, string> = {
	browser: 'Phone or laptop, through the camera page',
	rtsp: 'Network camera, RTSP through your bridge',
	snapshot: 'Network camera, snapshots through your bridge',
	mjpeg: 'Network camera, MJPEG through your bridge',
	webcam: 'Webcam, through your bridge',
	folder: 'Folder of pictures, through your bridge',
	frigate: 'Frigate, through your bridge',
	mail: 'Camera that mails',
	program: 'Program, with the device key',
};

export const connectionOf = ({ connection }: Pick<Device, 'connection'>) =>
	connection === null ? 'Camera, with the device key' : CONNECTIONS[connection];

type Troubled = Pick<Device, 'problem' | 'problem_since' | 'connection'>;

/** "Camera unreachable since 14:02"; null if nothing is wrong. */
export function problemInWords({ problem, problem_since, connection }: Troubled, now: number): string | null {
	if (problem === null) return null;
	if (problem_since === null) return problem;
	const { day, time } = dayAndTime(Date.parse(problem_since), now);
	const when = day === 'today' ? time : `${day}, ${time}`;
	const sentence = problem.replace(/\.$/, '');
	// A mail is an event, the rest are states.
	return connection === 'mail' ? `${sentence} (${when}).` : `${sentence} since ${when}.`;
}
