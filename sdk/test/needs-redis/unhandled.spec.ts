import { ONLY_THE_CONTROL, rejectionsOf } from '../support/rejections-of.js';
import { server } from './clients.js';

it('leaves no rejection to a program that handles what its calls of ioredis answer, however they end', async () => {
  const { ran, unhandled } = await rejectionsOf('redis', server.url);
  expect(unhandled).toEqual(ONLY_THE_CONTROL);
  expect(ran).toBeGreaterThan(100);
});
