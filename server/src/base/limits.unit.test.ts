import { expect, test } from 'vitest';
import { Room } from './incoming.ts';
import { addressKey } from './limits.ts';

test.each([
	['192.0.2.7', '192.0.2.7'],
	['::ffff:192.0.2.7', '192.0.2.7'],
	['::FFFF:c000:207', '192.0.2.7'],
	['::ffff:0:192.0.2.7', '0:0:0:0::/64'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
	['2001:db8::1', '2001:db8:0:0::/64'],
	['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['::', '0:0:0:0::/64'],
	['unknown', 'unknown'],
])('the address %s is counted as %s', (address, key) => expect(addressKey(address)).toBe(key));

test('a room gives one holder its share, all together no more than there is, and takes back', () => {
	const room = new Room(100, 60);
	expect(room.take('a', 60)).toBe(true);
	expect(room.take('a', 1)).toBe(false);
	expect(room.take('b', 41)).toBe(false);
	expect(room.take('b', 40)).toBe(true);
	room.release('a', 60);
	expect(room.take('a', 60)).toBe(true);
});
