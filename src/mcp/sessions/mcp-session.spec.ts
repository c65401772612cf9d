import { createSecretKey } from 'node:crypto';
import { agentOf, readSession, writeSession } from './mcp-session.js';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const HOLDER = { kind: 'API_KEY', id: '1' };
const SESSION = { id: '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c', client: 'Ada’s client' };

describe('the id of an MCP session', () => {
  const text = writeSession(SESSION, HOLDER, KEY);

  it('is read back by any process with the key of the installation', () => {
    expect(text).toMatch(/^[\x21-\x7e]+$/);
    expect(readSession(text, HOLDER, createSecretKey(Buffer.alloc(32, 1)))).toEqual(SESSION);
  });

  it('means nothing to another holder, under another key, or after any change', () => {
    expect(readSession(text, { ...HOLDER, id: '2' }, KEY)).toBeNull();
    expect(readSession(text, { ...HOLDER, kind: 'USER' }, KEY)).toBeNull();
    expect(readSession(text, HOLDER, createSecretKey(Buffer.alloc(32, 2)))).toBeNull();
    for (let place = 0; place < text.length; place++) {
      const other = text[place] === 'a' ? 'b' : 'a';
      expect(readSession(text.slice(0, place) + other + text.slice(place + 1), HOLDER, KEY)).toBeNull();
    }
    expect(readSession('', HOLDER, KEY)).toBeNull();
  });
});

describe('the agent of a client', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['My Client 2.0!', 'My-Client-2.0'],
    ['…', 'mcp-client'],
    ['', 'mcp-client'],
    ['x'.repeat(200), 'x'.repeat(100)],
  ])('%p is %p', (client, agent) => {
    expect(agentOf(client)).toBe(agent);
  });
});
