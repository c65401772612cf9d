import { parseExport, UnreadableExportError } from './parse-export.js';

const entry = (sequence: number) => ({ sequence, hash: 'h', data: 1, error: 2 });
const json = JSON.stringify;
const envelope = (...entries: unknown[]) => ({ data: entries, error: null, timestamp: 't' });

describe('an export', () => {
  it.each([
    ['an array as the API gives it', json([entry(2), entry(1)]), [[entry(2), entry(1)]]],
    ['one envelope', json(envelope(entry(1))), [[entry(1)]]],
    ['envelopes one after the other', json(envelope(entry(2))) + json(envelope(entry(1))), [[entry(2)], [entry(1)]]],
    ['an array of envelopes', json([envelope(entry(2)), envelope(entry(1))]), [[entry(2)], [entry(1)]]],
    ['an array of arrays', json([[entry(2)], [entry(1)]]), [[entry(2)], [entry(1)]]],
    ['one entry a line', `${json(entry(2))}\n${json(entry(1))}\r\n`, [[entry(2), entry(1)]]],
    ['indented', json([entry(1)], null, 2), [[entry(1)]]],
    ['an empty list', '[]', [[]]],
    ['brackets and quotes in texts', json([{ hash: '}]"\\' }]), [[{ hash: '}]"\\' }]]],
  ])('may be %s', (_, text, pages) => {
    expect(parseExport(text)).toEqual(pages);
  });

  it.each([
    ['nothing', ' \n'],
    ['an answer that is a refusal', json({ data: null, error: { status: 401 }, timestamp: 't' })],
    ['a text that stops in the middle', json([entry(1)]).slice(0, -2)],
    ['a text that goes on after the end', `${json([entry(1)])} and more`],
    ['something else', '<html></html>'],
    ['two members of one name, of which readers pick different ones', '[{"action":"a","action":"b"}]'],
    ['a number that readers take for different ones', '[{"sequence":1.00000000000000001}]'],
    ['unbalanced', ']'],
  ])('may not be %s', (_, text) => {
    expect(() => parseExport(text)).toThrow(UnreadableExportError);
  });
});
