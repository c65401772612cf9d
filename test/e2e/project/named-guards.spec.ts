import { missingGuards } from '../../campaigns/guards/named.mjs';

it('the campaign that removes guards names only guards that the sources have', () => {
  expect(missingGuards()).toEqual([]);
});
