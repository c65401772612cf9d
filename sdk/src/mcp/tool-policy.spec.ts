import { knownServer } from './known/servers.js';
import { type ToolRules, treatmentOf } from './tool-policy.js';

const rules = (more: Partial<ToolRules> = {}): ToolRules => ({
  reads: [],
  holds: [],
  frees: [],
  trustsAnnotations: false,
  holdsDestructive: true,
  ...more,
});
const reading = { name: 't', annotations: { readOnlyHint: true } };
const adding = { name: 't', annotations: { readOnlyHint: false, destructiveHint: false } };
const destroying = { name: 't', annotations: { readOnlyHint: false } };
const silent = { name: 't' };

it.each([
  ['says nothing', silent, rules(), 'hold'],
  ['is not listed', undefined, rules(), 'hold'],
  ['writes', destroying, rules(), 'hold'],
  ['writes, where nothing is held', destroying, rules({ holdsDestructive: false }), 'ask'],
  ['writes, and is freed', destroying, rules({ frees: ['t'] }), 'ask'],
  ['only adds', adding, rules(), 'ask'],
  ['only adds, and is to be held', adding, rules({ holds: ['t'] }), 'hold'],
  ['only adds, where all are to be held', adding, rules({ holds: ['*'], reads: ['t'] }), 'hold'],
  ['says that it only reads', reading, rules(), 'ask'],
  ['says that it only reads, and is trusted', reading, rules({ trustsAnnotations: true }), 'pass'],
  ['is known to read, to the person who started the proxy', destroying, rules({ reads: ['t'] }), 'pass'],
] as const)('a tool that %s', (_, tool, given, treatment) => {
  expect(treatmentOf('t', tool, given, undefined)).toBe(treatment);
});

it('a tool of a known server has its known treatment if it only reads', () => {
  const filesystem = knownServer('secure-filesystem-server');
  expect(treatmentOf('read_text_file', silent, rules(), filesystem)).toBe('pass');
  expect(treatmentOf('write_file', silent, rules(), filesystem)).toBe('hold');
  expect(knownServer('another')).toBeUndefined();
});
