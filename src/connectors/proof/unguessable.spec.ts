import { randomUUID } from 'node:crypto';
import { newId } from '../../platform/ids.js';
import { isUnguessable } from './unguessable.js';

describe('a key that no other client has by accident', () => {
  it.each([
    ['a random UUID', randomUUID()],
    ['a UUID of time and chance', newId()],
    ['the same in capitals', randomUUID().toUpperCase()],
    ['a UUID without hyphens', '4f9d2b1e7c3a4d589e06b7a1c8f2053d'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ])('is %s', (_, key) => expect(isUnguessable(key)).toBe(true));

  it.each([
    ['a number', '4711'],
    ['a name', 'settings'],
    ['a UUID that a person wrote', '00000000-0000-4000-8000-000000000001'],
    ['a UUID of a name (version 5)', '74738ff5-5367-5958-9aee-98fffdcd1876'],
    ['a UUID inside a name, which may be that of something else', 'cart:4f9d2b1e-7c3a-4d58-9e06-b7a1c8f2053d'],
    ['an empty text', ''],
  ])('is not %s', (_, key) => expect(isUnguessable(key)).toBe(false));
});
