import { Passwords } from './passwords.js';

const PASSWORD = 'a long passphrase';
// The package argon2 wrote this hash, with the parameters in another order.
const WRITTEN_BY_ARGON2 =
  '$argon2id$v=19$m=47104,p=1,t=1$/JiLLsxDIUnsaNZan1lAMA$8RJjZWlzkcqjoY3W3/jxUdscR01bXPiUFXiDxRsSGUs';

describe('Passwords', () => {
  const passwords = new Passwords();

  it('writes argon2id with 46 MiB, one pass and a salt of its own', async () => {
    const hashes = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it.each([
    ['it wrote', () => passwords.hash(PASSWORD)],
    ['the package argon2 wrote', async () => WRITTEN_BY_ARGON2],
  ])('accepts only the right password for a hash that %s', async (_who, make) => {
    const hash = await make();
    expect(await passwords.matches(PASSWORD, hash)).toBe(true);
    expect(await passwords.matches(`${PASSWORD}.`, hash)).toBe(false);
  });

  it('refuses every password when there is no hash', async () => {
    expect(await passwords.matches(PASSWORD, null)).toBe(false);
  });

  it('leaves the event loop free while it hashes', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });
});
