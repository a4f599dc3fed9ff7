import type { CameraConfig } from '../bridge/config.ts';
import type { Light } from '../bridge/light.ts';
import { OnvifDevice } from './device.ts';

type Switch = (on: boolean, signal: AbortSignal) => Promise<void>;

/**
 * The light of an ONVIF camera: the one it offers as an auxiliary command, or the relay that the config names. A relay is
 * never chosen by itself, because it may open a door.
 */
export function onvifLight({ onvif = '', user, password, certificate, light }: CameraConfig): Light {
	const device = new OnvifDevice({ url: new URL(onvif), user, password, certificate });
	const relay = /^relay (\S+)$/.exec(light)?.[1];
	let found: Switch | null = relay ? (on, signal) => device.switchRelay(relay, on, signal) : null;
	return {
		switch: async (on, signal) => {
			if (!found) {
				const commands = await device.lightCommands(signal);
				if (!commands) return false;
				found = (on, signal) => device.sendAuxiliary(on ? commands.on : commands.off, signal);
			}
			await found(on, signal);
			return true;
		},
	};
}
