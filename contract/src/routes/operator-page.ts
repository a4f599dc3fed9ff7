import { operatorLan, setLanBody } from '../operator-lan.ts';
import { operatorMail, setMailBody, testMailBody } from '../operator-mail.ts';
import { operatorOverview } from '../operator-status.ts';
import { route } from '../route.ts';

const tags = ['Operator'];
const common = { scope: 'operator', tags } as const;
const lan = { ...common, path: '/api/operator/lan', answer: operatorLan } as const;
const mail = { ...common, path: '/api/operator/mail', answer: operatorMail } as const;

export const readOverview = route({
	...common,
	method: 'get',
	path: '/api/operator/overview',
	summary: 'How the installation is: health, storage, accounts, mail and version',
	answer: operatorOverview,
	says: 'What is known now, and what the operator should do.',
});

export const readLan = route({
	...lan,
	method: 'get',
	summary: 'Whether phones in the local network can reach the portal',
	says: 'With the QR code of the page that makes phones trust it.',
});

export const setLan = route({
	...lan,
	method: 'put',
	summary: 'Let phones in the local network reach the portal, or no longer',
	description:
		'Over https, on the port of the portal, with a certificate of the own authority of the installation.',
	body: setLanBody,
	says: 'Every process that serves the portal does so within seconds.',
});

export const readMail = route({
	...mail,
	method: 'get',
	summary: 'Through which server mails are sent, and as whom',
	says: 'Without the password.',
});

export const setMail = route({
	...mail,
	method: 'put',
	summary: 'Send mails through a server',
	description:
		'Port 465 is encrypted from the beginning, every other one by STARTTLS where there is a password.',
	body: setMailBody,
	says: 'Every process uses it within seconds.',
});

export const unsetMail = route({
	...mail,
	method: 'delete',
	summary: 'Keep mails as files again',
	says: 'Every process does so within seconds.',
});

export const testMail = route({
	...common,
	method: 'post',
	path: '/api/operator/mail/test',
	summary: 'Send a test mail',
	body: testMailBody,
	answer: operatorMail,
	says: 'The mail server has taken it.',
});
