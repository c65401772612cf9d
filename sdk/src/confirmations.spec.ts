import { jest } from '@jest/globals';
import { Confirmations } from './confirmations.js';
import { BackstopProblemError, BackstopUnavailableError } from './errors.js';

const away = () => new BackstopUnavailableError('away', { code: 'unavailable' });
const confirmation = (actionId: string) => ({ actionId, body: {} });

describe('confirmations', () => {
  it('that cannot be delivered are kept, and delivered in order by a flush', async () => {
    const delivered: string[] = [];
    let up = false;
    const confirmations = new Confirmations(async ({ actionId }) => {
      if (!up) throw away();
      delivered.push(actionId);
    });
    await confirmations.send(confirmation('a'));
    await confirmations.send(confirmation('b'));
    expect(confirmations.undelivered).toBe(2);
    await expect(confirmations.flush()).rejects.toMatchObject({ code: 'unconfirmed' });
    up = true;
    await confirmations.send(confirmation('c'));
    await confirmations.flush();
    expect(delivered).toEqual(['a', 'b', 'c']);
    expect(confirmations.undelivered).toBe(0);
  });

  it('are tried again by themselves', async () => {
    const attempts: string[] = [];
    const confirmations = new Confirmations(async ({ actionId }) => {
      attempts.push(actionId);
      if (attempts.length < 2) throw away();
    });
    await confirmations.send(confirmation('a'));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(attempts).toEqual(['a', 'a']);
    expect(confirmations.undelivered).toBe(0);
  });

  it('that the service refuses for good are reported and not tried again', async () => {
    const warning = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    let attempts = 0;
    const confirmations = new Confirmations(async () => {
      attempts += 1;
      throw new BackstopProblemError('no', null, [], { code: 'invalid-transition', status: 409 });
    });
    await confirmations.send(confirmation('a'));
    await confirmations.flush();
    expect(attempts).toBe(1);
    expect(warning).toHaveBeenCalledWith(expect.stringContaining('invalid-transition'), 'BackstopWarning');
    warning.mockRestore();
  });
});
