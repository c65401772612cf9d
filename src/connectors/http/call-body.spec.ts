import type { Json, JsonObject } from '../connector.js';
import { fieldsOf, ignoredIn } from './call-body.js';
import type { Declaration } from './declaration.js';

const declared = (more: Partial<Declaration> = {}): Declaration => ({
  ...{ method: 'PATCH', path: '/things/{id}', capture: { path: '/things/{id}', fields: ['name', 'size'] } },
  ...{ undo: { method: 'PATCH', path: '/things/{id}', body: '{{*}}' } },
  ...more,
});
const BEFORE: JsonObject = { name: 'a', size: 1 };

describe('the body of a call', () => {
  it('sets the fields that it names', () => {
    expect(fieldsOf(declared(), { name: 'x' }, BEFORE)).toEqual({ name: 'x' });
    expect(fieldsOf(declared({ capture: { path: '/' } }), { size: null }, BEFORE)).toEqual({ size: null });
  });

  it.each<[string, Json | undefined]>([
    ['a JSON Patch', [{ op: 'replace', path: '/name', value: 'x' }]],
    ['a form', 'name=x'],
    ['JSON as a text', '{"name":"x"}'],
    ['nothing', undefined],
    ['an empty object', {}],
    ['an envelope', { data: { attributes: { name: 'x' } } }],
    ['an action', { increment: 5 }],
    ['an action beside a field', { name: 'x', increment: 5 }],
  ])('that is %s is not read', (_, body) => {
    expect(() => fieldsOf(declared(), body, BEFORE)).toThrow(/^(nothing says what|the body of the call)/);
    expect(() => fieldsOf(declared({ capture: { path: '/' } }), body, BEFORE)).toThrow();
  });

  it('is read where the declaration says that its fields are, and nowhere beside', () => {
    const envelope = declared({ at: '/data/attributes', ignored: ['type', 'id'] });
    const body = { data: { type: 'things', id: '7', attributes: { name: 'x' } } };
    expect(fieldsOf(envelope, body, BEFORE)).toEqual({ name: 'x' });
    const related = { data: { ...body.data, relationships: { owner: { data: null } } } };
    expect(() => fieldsOf(envelope, related, BEFORE)).toThrow('what "relationships" in the body');
  });

  it('of an action sets what the declaration says', () => {
    const close = declared({ method: 'POST', sets: { name: '{{to}}', size: 0 } });
    expect(fieldsOf(close, { to: 'x' }, BEFORE)).toEqual({ name: 'x', size: 0 });
    expect(fieldsOf(close, undefined, BEFORE)).toEqual({ size: 0 });
    expect(() => fieldsOf(close, { to: 'x', reason: 'y' }, BEFORE)).toThrow('what "reason" in the body');
    expect(() => fieldsOf(close, 'to=x', BEFORE)).toThrow('not a JSON object');
  });

  it('may have members that are declared as ignored, and what they did stays', () => {
    const notifying = declared({ ignored: ['notify'] });
    expect(fieldsOf(notifying, { name: 'x', notify: true }, BEFORE)).toEqual({ name: 'x' });
    expect(ignoredIn(notifying, { name: 'x', notify: true })).toEqual([expect.stringContaining('"notify"')]);
    expect(ignoredIn(notifying, { name: 'x' })).toEqual([]);
  });
});
