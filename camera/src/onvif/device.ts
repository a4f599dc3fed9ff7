import type { Access } from '../sources/http-camera.ts';
import { CameraTrouble } from '../sources/trouble.ts';
import { allUnder, escapeXml, SoapClient, textUnder, under, type Xml } from './soap.ts';

interface Profile {
	token: string;
	width: number;
	height: number;
}

interface Described {
	maker: string;
	model: string;
	/** The largest picture it streams. */
	profile: Profile | null;
	stream: URL | null;
	snapshot: URL | null;
}

const HTTP = /^https?:$/;
const RTSP = /^rtsps?:$/;

/** One ONVIF camera, asked over its device service. */
export class OnvifDevice {
	readonly #soap: SoapClient;
	readonly #url: URL;

	constructor(access: Access) {
		this.#soap = new SoapClient(access);
		this.#url = access.url;
	}

	async describe(signal: AbortSignal): Promise<Described> {
		const about = under(
			await this.#soap.call('<tds:GetDeviceInformation/>', signal),
			'GetDeviceInformationResponse',
		);
		const maker = textUnder(about, 'Manufacturer') ?? '';
		const model = textUnder(about, 'Model') ?? '';
		const media = this.#own(textUnder(await this.#capabilities(signal), 'Media', 'XAddr'), HTTP);
		if (!media) return { maker, model, profile: null, stream: null, snapshot: null };
		const profiles = under(
			await this.#soap.call('<trt:GetProfiles/>', signal, { url: media }),
			'GetProfilesResponse',
		);
		const [profile = null] = allUnder(profiles, 'Profiles')
			.map(readProfile)
			.sort((a, b) => b.width - a.width);
		if (!profile) return { maker, model, profile, stream: null, snapshot: null };
		const token = `<trt:ProfileToken>${escapeXml(profile.token)}</trt:ProfileToken>`;
		const setup =
			'<trt:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></trt:StreamSetup>';
		return {
			maker,
			model,
			profile,
			stream: this.#own(
				await this.#address(`<trt:GetStreamUri>${setup}${token}</trt:GetStreamUri>`, media, signal),
				RTSP,
			),
			snapshot: this.#own(
				await this.#address(`<trt:GetSnapshotUri>${token}</trt:GetSnapshotUri>`, media, signal),
				HTTP,
			),
		};
	}

	/** The on and off commands for a light that the camera knows; null if it has none. */
	async lightCommands(signal: AbortSignal): Promise<{ on: string; off: string } | null> {
		const asked = await this.#soap.call('<tds:GetServiceCapabilities/>', signal).catch(notOffered);
		const misc = under(asked, 'GetServiceCapabilitiesResponse', 'Capabilities', 'Misc');
		const newer = typeof misc === 'object' ? misc['@AuxiliaryCommands'] : undefined;
		const extension = under(await this.#capabilities(signal), 'Device', 'IO', 'Extension');
		const older = typeof extension === 'object' ? extension.AuxiliaryCommands : undefined;
		const commands = [newer, older]
			.flat()
			.flatMap((list) => (typeof list === 'string' ? list.split(/\s+/) : []));
		// White light before infrared, which many cameras switch well by themselves.
		for (const pattern of [/white|flood|spot|lumin/i, /light|lamp|led/i]) {
			const on = commands.find((command) => pattern.test(command) && /\|on$/i.test(command));
			const off =
				on && commands.find((command) => command.toLowerCase() === `${on.slice(0, -2)}off`.toLowerCase());
			if (on && off) return { on, off };
		}
		return null;
	}

	async sendAuxiliary(command: string, signal: AbortSignal): Promise<void> {
		const request = `<tds:AuxiliaryCommand>${escapeXml(command)}</tds:AuxiliaryCommand>`;
		await this.#soap.call(`<tds:SendAuxiliaryCommand>${request}</tds:SendAuxiliaryCommand>`, signal);
	}

	async switchRelay(token: string, on: boolean, signal: AbortSignal): Promise<void> {
		const state = `<tds:RelayOutputToken>${escapeXml(token)}</tds:RelayOutputToken><tds:LogicalState>${on ? 'active' : 'inactive'}</tds:LogicalState>`;
		await this.#soap.call(`<tds:SetRelayOutputState>${state}</tds:SetRelayOutputState>`, signal);
	}

	async #capabilities(signal: AbortSignal): Promise<Xml | string | undefined> {
		const answer = await this.#soap.call(
			'<tds:GetCapabilities><tds:Category>All</tds:Category></tds:GetCapabilities>',
			signal,
		);
		return under(answer, 'GetCapabilitiesResponse', 'Capabilities');
	}

	async #address(request: string, media: URL, signal: AbortSignal): Promise<string | undefined> {
		const answer = await this.#soap.call(request, signal, { url: media }).catch(notOffered);
		const [response] = typeof answer === 'object' ? Object.values(answer) : [];
		return textUnder(response as Xml | undefined, 'MediaUri', 'Uri');
	}

	/**
	 * Moves an address that the camera names to the host we know: behind a router a camera names its inner address, and the
	 * password must go nowhere else. Other protocols are refused, because ffmpeg would read things that are not a camera.
	 */
	#own(address: string | undefined, protocols: RegExp): URL | null {
		const url = address === undefined ? null : URL.parse(address);
		if (!url || !protocols.test(url.protocol)) return null;
		url.hostname = this.#url.hostname;
		url.username = '';
		url.password = '';
		// For schemes like rtsp:, some URL parsers ignore a new host.
		return url.hostname === this.#url.hostname ? url : null;
	}
}

/** Not every camera supports every request; but a refused password is not tried with the next request. */
function notOffered(error: unknown): undefined {
	if (error instanceof CameraTrouble && error.kind === 'setting') return undefined;
	throw error;
}

function readProfile(profile: Xml): Profile {
	const resolution = under(profile, 'VideoEncoderConfiguration', 'Resolution');
	return {
		token: String(profile['@token'] ?? ''),
		width: Number(textUnder(resolution, 'Width') ?? 0),
		height: Number(textUnder(resolution, 'Height') ?? 0),
	};
}
