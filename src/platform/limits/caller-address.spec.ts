import { callerOfAddress } from './caller-address.js';

describe('an address, when requests are counted,', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.8', '203.0.113.8'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:0:0:0:1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, caller) => {
    expect(callerOfAddress(address)).toBe(caller);
  });

  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ])('%s counts without its port, as %s', (address, caller) => {
    expect(callerOfAddress(address)).toBe(caller);
  });

  it.each(['', 'unknown', '_hidden', 'localhost', '1.2.3', '0x7f.1', '1.2.3.4.5', '256.1.1.1', 'x'.repeat(10_000)])(
    '%j is none, and counts together with all that are none',
    (text) => {
      expect(callerOfAddress(text)).toBe('unknown');
    },
  );
});
