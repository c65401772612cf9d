import { EgressForbiddenError, resolveEgress } from './egress.js';

describe('egress', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.0.192',
    '198.18.0.1',
    '240.0.0.1',
    '168.63.129.16',
    '::',
    '::1',
    '[::1]',
    'fe80::1',
    'fec0::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '100::1',
    'localhost',
    'LOCALHOST',
    '2130706433',
    '0x7f.1',
    '127.1',
    '017700000001',
  ])('refuses %s', async (host) => {
    await expect(resolveEgress(host, [])).rejects.toThrow(EgressForbiddenError);
  });

  it.each(['', '/var/run/postgresql', '../socket', 'a\0b'])('refuses %j, which is no host', async (host) => {
    await expect(resolveEgress(host, ['127.0.0.1', host])).rejects.toThrow(EgressForbiddenError);
  });

  it.each([
    ['8.8.8.8', { address: '8.8.8.8', family: 4 }],
    ['2606:4700:4700::1111', { address: '2606:4700:4700::1111', family: 6 }],
    ['[2606:4700:4700::1111]', { address: '2606:4700:4700::1111', family: 6 }],
  ])('answers a public address, %s, with itself', async (host, expected) => {
    expect(await resolveEgress(host, [])).toEqual(expected);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['10.1.2.3', '10.0.0.0/8'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['fd00::5', 'fd00::/64'],
    ['localhost', 'LocalHost'],
  ])('reaches %s where the installation allows %s', async (host, entry) => {
    await expect(resolveEgress(host, ['nonsense', entry])).resolves.toHaveProperty('address');
  });

  it.each([
    ['10.1.2.3', '10.1.2.4'],
    ['10.1.2.3', '11.0.0.0/8'],
    ['127.0.0.1', 'localhost'],
    ['localhost', 'host'],
    ['localhost', 'my.localhost'],
    ['fd00::5', '10.0.0.0/8'],
  ])('does not reach %s because %s is allowed', async (host, entry) => {
    await expect(resolveEgress(host, [entry])).rejects.toThrow(EgressForbiddenError);
  });

  it('says which host it refuses, not where it leads', async () => {
    await expect(resolveEgress('localhost', [])).rejects.toThrow(/^localhost is not a public host/);
  });
});
