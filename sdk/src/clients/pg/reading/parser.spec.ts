import { load } from './parser.js';

describe('the parser of SQL', () => {
  it.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])(
    'says what to install when it is not there: %s',
    async (code) => {
      const missing = () => Promise.reject(Object.assign(new Error('Cannot find package'), { code }));
      await expect(load(missing)).rejects.toMatchObject({
        code: 'wrap-options-invalid',
        message: expect.stringContaining('install the packages libpg-query and pgsql-deparser'),
      });
    },
  );

  it('fails as it does for any other reason', async () => {
    const broken = new Error('no memory');
    await expect(load(() => Promise.reject(broken))).rejects.toBe(broken);
  });
});
