import { type Condition, partsOf } from '@watchword/contract/condition';
import { condition as schema } from '@watchword/contract/condition-schema';
import { piecesOf } from '@watchword/contract/condition-words';
import { describe, expect, test } from 'vitest';
import { pictureWords } from '../languages/index.ts';
import { readPicturePrompt } from './read.ts';
import type { Around } from './read-items.ts';

/** The condition as the editor shows it; what is beyond stands in quotation marks. */
const shown = (condition: Condition) =>
	piecesOf(condition)
		.map(({ text, beyond }) => (beyond ? `“${text}”` : text))
		.join(' ');
const readingOf = (prompt: string, around: Around = {}) => shown(readPicturePrompt(prompt, around).condition);

describe('the examples of each language', () => {
	test.each(pictureWords.flatMap(({ examples }) => [...examples]))('%s', (prompt, reading) => {
		expect(readingOf(prompt)).toBe(reading);
	});
});

const TABLES: Record<string, [prompt: string, reading: string][]> = {
	'how many': [
		['two or more buses', 'at least 2 buses'],
		['at least 4 dogs', 'at least 4 dogs'],
		['fewer than three dogs', 'at most 2 dogs'],
		['not more than 5 people', 'at most 5 people'],
		['twenty people or more', 'at least 20 people'],
		['half a dozen people', 'at least 6 people'],
		['more than three but fewer than ten people', 'at least 4 people and at most 9 people'],
		['2-4 cars', '2 to 4 cars'],
		['cars > 3', 'at least 4 cars'],
		['number of cars > 10', 'at least 11 cars'],
		['only one bird', 'exactly 1 bird'],
		['just one person', 'exactly 1 person'],
		['exactly two people at the table', 'exactly 2 people on a dining table'],
		['more than 20 sheep or cows in the meadow', 'at least 21 sheep or cows'],
		['a person over 60', 'at least 1 person and “over 60”'],
		['a car between 2 and 4', 'at least 1 car and “between 2 and 4”'],
	],
	'one of several': [
		['ping me if a dog or a person shows up', 'at least 1 dog or person'],
		['smoke or fire', '“smoke” or “fire”'],
		['no people and no cars', 'no people or cars'],
		['neither a person nor a car', 'no people or cars'],
		['neither cats nor dogs are in the kitchen', 'no cats or dogs'],
		['no cars or trucks in the driveway', 'no cars or trucks in “driveway”'],
		['a bicycle and nobody around', 'at least 1 bicycle and no people'],
		['a dog or a cat at night', 'at least 1 dog or cat and at night'],
		['Person OR (dog AND cat)', '“Person OR (dog AND cat”'],
		['at least 5 cows and 2 horses', 'at least 5 cows and at least 2 horses'],
		['red and white trucks', '“red” and at least 1 truck and “white”'],
		['Alert me about people and cars', 'at least 1 person or car'],
		['if there is a person or if there is a dog', 'at least 1 person or dog'],
		["If there's a person. If there's a dog.", 'at least 1 person or at least 1 dog'],
	],
	'what comes before the request': [
		['At night, tell me if there is a person.', 'at night and at least 1 person'],
		['At night alert me when somebody is there.', 'at night and at least 1 person'],
		['From 8 to 18, tell me about trucks', 'between 08:00 and 18:00 and at least 1 truck'],
		[
			'Werktags von 9 bis 17 Uhr schick mir eine Mail, wenn ein Auto da ist.',
			'between 09:00 and 17:00 on Monday to Friday and at least 1 car',
		],
		[
			'If it is after 22:00, tell me when there is a person.',
			'between 22:00 and 06:00 and at least 1 person',
		],
		['When a person is there, tell me if there is a bus.', 'at least 1 person and at least 1 bus'],
		['On the left, tell me if there is a dog.', 'at least 1 dog on the left'],
		['In the garden, tell me if there is a dog.', 'at least 1 dog in “garden”'],
		['If there is a person, count the cars.', 'at least 1 person'],
		['If there is a cat, do nothing. If there is a dog, tell me.', 'at least 1 dog and no cats'],
		["I'd like an email whenever a truck pulls up.", 'at least 1 truck'],
		['I want to know when a bus comes, but only on weekdays.', 'at least 1 bus and on Monday to Friday'],
		['Tell me if there is a cat and tell me if there is a dog.', 'at least 1 cat or at least 1 dog'],
		[
			'Only between 6 and 8 in the morning: is there a cat at the door?',
			'at least 1 cat and between 06:00 and 08:00',
		],
		['After 6 in the evening, tell me about cars.', 'between 18:00 and 06:00 and at least 1 car'],
		[
			'During the day, a car in the driveway is fine, but at night tell me.',
			'“During the day, a car in the driveway is fine, but at night”',
		],
		["At night, don't tell me about cats.", "“At night, don't tell me about cats.”"],
	],
	'what is left out of a list': [
		['Only people, no animals', 'at least 1 person'],
		['Report people only, not animals', 'at least 1 person'],
		['Nur Menschen, keine Autos oder Tiere', 'at least 1 person'],
		['Tell me about trucks, no cars', 'at least 1 truck'],
		['Person, no pets', 'at least 1 person and no cats or dogs'],
		['vehicles, no trucks', 'at least 1 car, motorcycle, bus, train, boat or airplane'],
		['a dog or no cat', '“a dog or no cat”'],
	],
	'verbs at the end and before a list': [
		['Personen melden', 'at least 1 person'],
		['Bitte nur Autos melden', 'at least 1 car'],
		['Melde nur Personen, keine Tiere', 'at least 1 person'],
	],
	'hours of one of several': [
		['Tell me about people and at night about cars', '“people and at night about cars”'],
		[
			'At night alert me for persons and on weekends for cars',
			'at night and “persons and on weekends for cars”',
		],
		[
			'when the bus arrives, Monday to Friday before 8',
			'at least 1 bus and between 00:00 and 08:00 on Monday to Friday',
		],
		['the bus arrives, before 8', '“the bus arrives, before 8”'],
	],
	'not there': [
		['not a cat', 'no cats'],
		["isn't there a dog?", 'no dogs'],
		['the dog is not in its bed', 'no dogs on a bed'],
		['tell me if my bicycle is gone', 'no bicycles'],
		['everyone has left', 'no people'],
		['the driveway is empty', 'no people, bicycles, animals or vehicles in “driveway”'],
		['the room is not empty', 'at least 1 person, bicycle, animal or vehicle'],
		['empty bench', 'at least 1 bench and no people, bicycles, animals or vehicles on a bench'],
		['Is there a free parking space?', '“a free parking space”'],
		['bicycle is not in the rack', '“bicycle is not in the rack”'],
		['a dog without a person', 'at least 1 dog and no people'],
		['the cat is not on the bed', 'no cats on a bed'],
		['not a single person in the room', 'no people'],
		['no staff behind the counter', 'not ( at least 1 person and “staff” )'],
		['nobody at the checkout for 10 minutes', 'no people and “for 10 minutes”'],
		['Tell me if no truck has arrived by 9am', 'no trucks and “by 9am”'],
		['Nobody should be in the vault', '“Nobody should be in the vault”'],
	],
	where: [
		['cat or dog on the bed or the couch', 'at least 1 cat or dog on a bed or a couch'],
		['dog on the bed or on the couch', 'at least 1 dog on a bed or a couch'],
		['book on the table, cup on the desk', 'at least 1 book on a dining table or at least 1 cup'],
		['person near the hydrant', 'at least 1 person next to a fire hydrant'],
		['someone near the car or the truck', 'at least 1 person next to a car or a truck'],
		['someone on a bicycle', 'at least 1 person on a bicycle'],
		['somebody carrying a suitcase or a backpack', 'at least 1 person with a suitcase or a backpack'],
		['person with a dog or a cat', 'at least 1 person and at least 1 dog or cat'],
		['a cyclist', 'at least 1 person with a bicycle'],
		['car parked on the left', 'at least 1 car on the left'],
		['a truck in the left half of the picture', 'at least 1 truck on the left'],
		['a car door is open', '“a car door is open”'],
		['if a person is in the staff room', 'at least 1 person'],
		['cow outside the fence', 'at least 1 cow and “outside the fence”'],
		['person climbing over the fence', 'at least 1 person and “climbing over the fence”'],
		['if there is a dog and nobody is near it', 'at least 1 dog and no people next to a dog'],
		['Watch the driveway and tell me when a car comes', 'at least 1 car in “driveway”'],
	],
	'what is beyond': [
		['a red car', 'at least 1 car and “red”'],
		['a burglar', 'at least 1 person and “burglar”'],
		['a mountain lion', '“a mountain lion”'],
		['water is leaking', '“water is leaking”'],
		['is there a fox', '“a fox”'],
		['the stove is on and nobody is in the kitchen', '“the stove is on” and no people'],
		['a dog bed', '“a dog bed”'],
		['a toy car', '“a toy car”'],
		['a car is blocking the gate', 'at least 1 car and “blocking the gate”'],
		['anything unusual', '“anything unusual”'],
		['When the last person leaves the room', '“the last person leaves the room”'],
		[
			"Is there a car in my parking spot that isn't mine",
			"at least 1 car in “parking spot” and “isn't mine”",
		],
		['a person, but not me', 'at least 1 person and “not me”'],
		['What colour is the car?', '“What colour is the car”'],
		['everyone wearing a helmet', '“everyone wearing a helmet”'],
	],
	'left out': [
		['any vehicle except trucks', 'at least 1 car, motorcycle, bus, train, boat or airplane'],
		['any vehicle that is not a car', 'at least 1 motorcycle, bus, truck, train, boat or airplane'],
		[
			'any animal except dogs and cats',
			'at least 1 bird, horse, sheep, cow, elephant, bear, zebra or giraffe',
		],
		[
			'Tell me about any animal but not birds',
			'at least 1 cat, dog, horse, sheep, cow, elephant, bear, zebra or giraffe',
		],
		['Alert me about people, ignore cars', 'at least 1 person'],
		[
			'Ignore cats. Tell me about animals.',
			'at least 1 bird, dog, horse, sheep, cow, elephant, bear, zebra or giraffe',
		],
		['If a person is there, mail me. Ignore the postman.', 'at least 1 person and not “the postman”'],
		['ignore birds', '“ignore birds”'],
		['any other animal', '“any other animal”'],
		['Two or more horses in the paddock, but no person', 'at least 2 horses and no people'],
	],
	hours: [
		['a person between 10 p.m. and 6', 'at least 1 person and between 22:00 and 06:00'],
		['weekdays 9-17: nobody at the reception', 'no people and between 09:00 and 17:00 on Monday to Friday'],
		['Monday to Friday a truck', 'at least 1 truck and on Monday to Friday'],
		['on Monday and Friday a truck', 'at least 1 truck and on Monday and Friday'],
		[
			'a truck at the gate on weekdays between 6am and 8am',
			'at least 1 truck and between 06:00 and 08:00 on Monday to Friday',
		],
		['only at night: a person in the yard', 'at least 1 person in “yard” and at night'],
		['Notify me when there are people, but only at night', 'at least 1 person and at night'],
		['in the evening or at night a dog', 'at least 1 dog and ( in the evening or at night )'],
		['if it is Monday and a truck is at the gate', 'at least 1 truck and on Monday'],
		['a person, but not at night', 'at least 1 person and not at night'],
		['during business hours nobody is at the desk', 'no people and “during business hours”'],
		["someone between 8 and 18 o'clock", 'at least 1 person and between 08:00 and 18:00'],
		['a person at 3 am', 'at least 1 person and “at 3 am”'],
		['unless it is daytime, tell me about people', 'at least 1 person and not during the day'],
	],
	'how it is asked': [
		['please let me know as soon as there is a person at the door, thanks!', 'at least 1 person'],
		['intruder alert: somebody is in the yard', 'at least 1 person in “yard”'],
		['If you see a bear, send me a text', 'at least 1 bear'],
		['When someone comes to the door please take a picture and send it to me', 'at least 1 person'],
		['I run a small shop. Notify me when more than 3 people are waiting.', 'at least 4 people'],
		['This is the camera in our barn. We have 5 cows. Tell me if you see fewer than 5.', 'at most 4 cows'],
		['Is there a dog? If so, tell me.', 'at least 1 dog'],
		['if there is a person tell me, otherwise do nothing', 'at least 1 person'],
		[
			'if there is a person tell me, otherwise tell my wife',
			'“if there is a person tell me, otherwise tell my wife”',
		],
		['a dog unless a person is there', 'at least 1 dog and no people'],
		[
			'Tell me if a dog is in the yard, but not if a person is there too',
			'at least 1 dog in “yard” and no people',
		],
		["don't tell me about cats", "“don't tell me about cats”"],
		['!person', 'no people'],
		['persno in teh garden', 'at least 1 person and “in teh garden”'],
		['Tell me about people. It must be at the gate.', 'at least 1 person and “It must be at the gate”'],
	],
	'written there': [
		['If the sign says CLOSED', 'the sign says “CLOSED”'],
		['if the screen says "Out of order" or "Error"', 'the screen says “Out of order” or “Error”'],
		['screen does not show OK', 'the screen does not say “OK”'],
		['a truck that says DHL', 'at least 1 truck and the vehicle says “DHL” on a vehicle'],
		['if the number plate is not M-AB 123', 'the plate does not say “MAB 123”'],
		['if the temperature is above 30 degrees', 'the number on the temperature is more than 30'],
		[
			'if the humidity is not between 30 and 60 percent',
			'the number on the humidity is not between 30 and 60',
		],
		['the pressure gauge reads more than 6 bar', 'the number on the pressure gauge is more than 6'],
		['pressure drops below 2 bar', 'the number on the pressure is less than 2'],
		[
			'Has the meter risen by more than 10 since yesterday?',
			'the number on the meter has risen by more than 10 compared with 1 day ago',
		],
		[
			'more people than an hour ago',
			'the number of people has risen by more than 0 compared with 1 hour ago',
		],
		[
			'Read the odometer and tell me if it is more than 100000',
			'the number on the odometer is more than 100000',
		],
		[
			'the gate is open (taught), and nobody is there',
			'“the gate is open” as your examples show and no people',
		],
	],
	'in German': [
		['Ist niemand mehr im Laden?', 'no people'],
		['weder Hund noch Katze', 'no dogs or cats'],
		['Wenn mehr als 3 Autos auf dem Parkplatz stehen', 'at least 4 cars in “Parkplatz”'],
		['Mein Fahrrad ist weg', 'no bicycles'],
		['Alarm bei Personen im Hof', 'at least 1 person in “Hof”'],
		['Wenn auf dem Schild "Geschlossen" steht', 'the schild says “Geschlossen”'],
		['Wenn die Temperatur unter 5 Grad fällt', 'the number on the temperatur is less than 5'],
		['Mo-Fr 8-18 Uhr ein Auto', 'at least 1 car and between 08:00 and 18:00 on Monday to Friday'],
		['Das Tor ist offen', '“Das Tor ist offen”'],
		['ein roter Lieferwagen', 'at least 1 car or truck and “roter Lieferwagen”'],
		['Sobald der Bus kommt, schick mir eine Mail', 'at least 1 bus'],
		['Wenn ein Hund ohne Mensch im Garten ist', 'at least 1 dog in “Garten” and no people'],
		['Wenn mehr als 5 Leute in der Schlange stehen', 'at least 6 people'],
		['Wenn eine fremde Person auf dem Grundstück ist', 'at least 1 person and “fremde”'],
		['Tor steht offen', '“Tor steht offen”'],
		['Wer ist an der Tür?', '“Wer ist an der Tür”'],
		[
			'Jedes Tier außer Hunden und Katzen',
			'at least 1 bird, horse, sheep, cow, elephant, bear, zebra or giraffe',
		],
	],
	'looked at twice': [
		['nobody left', 'no people'],
		['person not wearing a helmet', 'at least 1 person and “not wearing a helmet”'],
		[
			"if there isn't a car in the driveway and it is after 6pm",
			'no cars in “driveway” and between 18:00 and 06:00',
		],
		["the car's door is open", "“the car's door is open”"],
		['2+ people', 'at least 2 people'],
		['a cat is on the kitchen counter', 'at least 1 cat and “on the kitchen counter”'],
		['wenn mein Auto weg ist', 'no cars'],
		['wenn ein Pferd auf der Koppel liegt', 'at least 1 horse and “liegt”'],
		['a dog lies in the yard', 'at least 1 dog in “yard”'],
		['if the sign on the door says closed', 'the sign says “closed”'],
		[
			'any vehicle at night, except motorcycles',
			'at least 1 car, bus, truck, train, boat or airplane and at night',
		],
		['Nachricht an mich, wenn jemand im Keller ist', 'at least 1 person'],
		['did someone leave a laptop on the table', 'at least 1 laptop on a dining table'],
		['someone left a parcel at the door', '“someone left a parcel at the door”'],
	],
};

describe.each(Object.entries(TABLES))('%s', (_, rows) => {
	test.each(rows)('%s', (prompt, reading) => {
		expect(readingOf(prompt)).toBe(reading);
	});
});

describe('the zones of a camera', () => {
	const around = {
		zones: ['Driveway', 'Front step', 'dog'],
		removedZones: ['Old gate'],
		device: 'Sacristy camera',
	};
	test.each([
		['a car in the driveway', 'at least 1 car in Driveway'],
		['someone near the front step', 'at least 1 person near Front step'],
		['nobody outside the driveway', 'no people outside Driveway'],
		['is the driveway empty', 'no people, bicycles, animals or vehicles in Driveway'],
		['a dog in the garden', 'at least 1 dog in “garden”'],
		['a cat in the zone dog', 'at least 1 cat in dog'],
		['a person at the old gate', 'at least 1 person and “at the old gate (a zone that was removed)”'],
		['a person in the sacristy', 'at least 1 person'],
		['Watch the driveway. Tell me if there is a car.', 'at least 1 car in Driveway'],
	])('%s', (prompt, reading) => {
		expect(readingOf(prompt, around)).toBe(reading);
	});
});

describe('what is only to be told', () => {
	test.each([
		['Count the cars and the people.', { tell: 'kinds', kinds: ['car', 'person'] }],
		['How many people are there on the left?', { tell: 'kinds', kinds: ['person'], where: { part: 'left' } }],
		['List what is in the picture.', { tell: 'kinds', kinds: [] }],
		['What do you see?', { tell: 'kinds', kinds: [] }],
		['Read the number on the gas meter', { tell: 'text', on: 'gas meter', number: true }],
		["What's on the whiteboard?", { tell: 'text', on: 'whiteboard', number: false }],
		['What does the licence plate say?', { tell: 'text', on: 'licence plate', number: false }],
		['Wie viele Autos stehen auf dem Parkplatz?', { tell: 'kinds', kinds: ['car'] }],
		['Lies den Zählerstand ab', { tell: 'text', on: 'zählerstand', number: true }],
	])('%s', (prompt, wish) => {
		expect(readPicturePrompt(prompt)).toEqual({ condition: { is: 'every' }, wish });
	});
});

describe('whatever is typed', () => {
	const words =
		'if when no not without and or but unless with more than at least exactly two 3 a the is it there nobody people car dogs on in couch red empty , . " says sign meter since yesterday night 9-17 wenn kein Hund mit'.split(
			' ',
		);

	test('is a condition that can be saved', () => {
		let seed = 1;
		const next = (below: number) => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed % below;
		};
		for (let run = 0; run < 600; run++) {
			const prompt = Array.from({ length: 1 + next(40) }, () => words[next(words.length)]).join(' ');
			const { condition } = readPicturePrompt(prompt);
			const areWords = partsOf(condition).every((part) => part.is !== 'beyond' || part.words.trim() !== '');
			expect([prompt, areWords, schema.safeParse(condition).error]).toEqual([prompt, true, undefined]);
		}
	});

	test.each(['x', 'a person ', '1 ', ', ', 'says ', 'not ', 'between 2 and ', 'אדם ', '\ufdfa', '> '])(
		'all %j is read',
		(piece) => {
			expect(readPicturePrompt(piece.repeat(3000 / piece.length)).condition).toBeDefined();
			expect(readPicturePrompt(piece.repeat(9000)).condition.is).toBe('beyond');
		},
	);

	test('what is too long once its characters are written out is beyond', () => {
		expect(readPicturePrompt(`a person ${'…'.repeat(900)}`).condition.is).toBe('seen');
		expect(readPicturePrompt(`a person ${'…'.repeat(1100)}`).condition.is).toBe('beyond');
	});
});
