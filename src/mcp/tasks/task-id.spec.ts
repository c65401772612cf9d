import { createSecretKey } from 'node:crypto';
import { readTaskId, writeTaskId } from './task-id.js';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const HOLDER = { kind: 'API_KEY', id: '1' };
const ACTION = '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c';

describe('the id of a task', () => {
  const text = writeTaskId(ACTION, HOLDER, KEY);

  it('is read back by any process with the key of the installation', () => {
    expect(text).toMatch(/^[\x21-\x7e]{1,100}$/);
    expect(readTaskId(text, HOLDER, createSecretKey(Buffer.alloc(32, 1)))).toBe(ACTION);
  });

  it('means nothing to another holder, under another key, without its signature, or after any change', () => {
    expect(readTaskId(text, { ...HOLDER, id: '2' }, KEY)).toBeNull();
    expect(readTaskId(text, { ...HOLDER, kind: 'USER' }, KEY)).toBeNull();
    expect(readTaskId(text, HOLDER, createSecretKey(Buffer.alloc(32, 2)))).toBeNull();
    for (const other of ['', ACTION, `${ACTION}.`, `${text}A`, text.toUpperCase()])
      expect(readTaskId(other, HOLDER, KEY)).toBeNull();
    for (let place = 0; place < text.length; place++) {
      const other = text[place] === 'a' ? 'b' : 'a';
      expect(readTaskId(text.slice(0, place) + other + text.slice(place + 1), HOLDER, KEY)).toBeNull();
    }
  });
});
