/** How each system is made to trust a certificate authority. */
export interface Steps {
	title: string;
	file: 'watchword.crt' | 'watchword.mobileconfig';
	/** After getting the file. HTML made by us. */
	steps: string[];
}

export const WAYS: Record<string, Steps> = {
	apple: {
		title: 'iPhone and iPad',
		file: 'watchword.mobileconfig',
		steps: [
			'Tap <b>Allow</b>. Safari says that the profile was downloaded.',
			'Open <b>Settings</b>, tap <b>Profile Downloaded</b> at the top, then <b>Install</b>.',
			'In <b>Settings</b>, open <b>General</b>, <b>About</b>, <b>Certificate Trust Settings</b>, and switch Watchword on.',
		],
	},
	android: {
		title: 'Android',
		file: 'watchword.crt',
		steps: [
			'Open <b>Settings</b> and search for <b>CA certificate</b>. On most phones it is under <b>Security</b>, <b>Encryption &amp; credentials</b>, <b>Install a certificate</b>.',
			'Choose <b>CA certificate</b>, then <b>Install anyway</b>, and pick <b>watchword.crt</b> under Downloads.',
			'Use Chrome. Firefox asks for a setting of its own.',
		],
	},
	windows: {
		title: 'Windows',
		file: 'watchword.crt',
		steps: [
			'Open the file and choose <b>Install Certificate</b>, <b>Current User</b>.',
			'Choose <b>Place all certificates in the following store</b>, <b>Browse</b>, <b>Trusted Root Certification Authorities</b>, and finish.',
			'Close and open the browser.',
		],
	},
	mac: {
		title: 'Mac',
		file: 'watchword.crt',
		steps: [
			'Open the file. Keychain Access asks where to add it: choose <b>login</b>.',
			'Double-click <b>Watchword</b> in the list, open <b>Trust</b>, and choose <b>Always Trust</b>.',
		],
	},
	linux: {
		title: 'Linux',
		file: 'watchword.crt',
		steps: [
			'In Chrome, open <b>chrome://certificate-manager</b>, <b>Custom</b>, <b>Trusted certificates</b>, <b>Import</b>, and pick the file.',
			'In Firefox, open <b>Settings</b>, search for <b>certificates</b>, then <b>View Certificates</b>, <b>Authorities</b>, <b>Import</b>.',
		],
	},
};
