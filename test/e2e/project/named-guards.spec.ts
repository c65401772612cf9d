import { existsSync } from 'node:fs';
import { witnesses } from '../../campaigns/guards/exceptions.mjs';
import { missingGuards } from '../../campaigns/guards/named.mjs';

it('the campaign that removes guards names only guards that the sources have', () => {
  expect(missingGuards()).toEqual([]);
});

it('a guard that no case of the matrix notices names tests that are there', () => {
  const isThere = (name: string) => ['', '.spec.ts', '.ts'].some((ending) => existsSync(`test/${name}${ending}`));
  expect(witnesses().length).toBeGreaterThan(3);
  expect(witnesses().filter((name) => !isThere(name))).toEqual([]);
});
