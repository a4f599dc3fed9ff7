import { randomUUID } from 'node:crypto';
import { type Dependency, isFromNpm } from './dependencies.ts';

interface Release {
	version: string;
	platform: string;
	node: { name: string; version: string };
	/** Everything in the archive: what it runs, and what its portal was built from. */
	dependencies: Dependency[];
	at: Date;
}

/** Files of this repository that are not packages. The README files next to them say more: server/ocr, server/detectors. */
const INCLUDED = [
	{ type: 'machine-learning-model', name: 'PP-OCRv4 mobile', version: '4', licence: 'Apache-2.0' },
	{ type: 'machine-learning-model', name: 'NanoDet-g', version: '1', licence: 'Apache-2.0' },
	{ type: 'machine-learning-model', name: 'SSDLite MobileNetV2', version: '2', licence: 'Apache-2.0' },
];

/** The bill of materials of an archive, in CycloneDX 1.6. */
export function billOfMaterials({ version, platform, node, dependencies, at }: Release): object {
	const packages = dependencies.filter(isFromNpm);
	const product = `watchword@${version}`;
	const nodeRef = purl(node.name, node.version);
	const refOf = new Map(dependencies.map((one) => [one.path, isFromNpm(one) ? refFor(one) : product]));
	const refsOf = (paths: string[]) => paths.map((path) => refOf.get(path) ?? '');
	const direct = dependencies.filter((one) => !isFromNpm(one)).flatMap(({ needs }) => needs);
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		serialNumber: `urn:uuid:${randomUUID()}`,
		version: 1,
		metadata: {
			timestamp: at.toISOString(),
			component: {
				type: 'application',
				'bom-ref': product,
				name: 'watchword',
				version,
				licenses: [{ license: { id: 'MIT' } }],
				properties: [{ name: 'watchword:platform', value: platform }],
			},
		},
		components: [
			{ type: 'platform', 'bom-ref': nodeRef, name: 'node', version: node.version, purl: nodeRef },
			...INCLUDED.map(({ licence: id, ...part }) => ({
				...part,
				'bom-ref': `included:${part.name}`,
				licenses: [{ license: { id } }],
			})),
			...packages.map(component),
		],
		dependencies: [
			{
				ref: product,
				dependsOn: unique(
					[nodeRef, ...INCLUDED.map(({ name }) => `included:${name}`), ...refsOf(direct)],
					product,
				),
			},
			...packages.map((one) => ({
				ref: refFor(one),
				dependsOn: unique(refsOf(one.needs), refFor(one)),
			})),
		],
	};
}

function component(one: Dependency) {
	const { name, locked } = one;
	const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
	return {
		type: 'library',
		'bom-ref': refFor(one),
		...(group && { group }),
		name: short,
		version: locked.version,
		...(locked.license && { licenses: [licence(locked.license)] }),
		purl: purl(name, locked.version ?? ''),
		...(locked.integrity && { hashes: hashes(locked.integrity) }),
	};
}

/** The same version may be installed in several places; each is a separate component. */
const refFor = ({ path, name, locked }: Dependency) => `${purl(name, locked.version ?? '')}#${path}`;

const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A single SPDX name is an id; a combination is an expression; anything else is only a name. */
function licence(text: string) {
	if (/ (OR|AND|WITH) /.test(text)) return { expression: text };
	return { license: /^[A-Za-z0-9.+-]+$/.test(text) ? { id: text } : { name: text } };
}

/** npm writes sha512-BASE64, CycloneDX wants hexadecimal. */
const hashes = (integrity: string) =>
	integrity
		.split(' ')
		.filter((one) => one.startsWith('sha512-'))
		.map((one) => ({
			alg: 'SHA-512',
			content: Buffer.from(one.slice('sha512-'.length), 'base64').toString('hex'),
		}));

const unique = (refs: string[], but: string) => [...new Set(refs)].filter((ref) => ref && ref !== but).sort();
