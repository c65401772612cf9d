import type { Parameters } from '../../method-client/signature.js';
import { isWhole, only, type Reader, unusable, type Write } from './write.js';

type Words = (edited: Parameters) => readonly unknown[];

/** Builds an operation whose edited payload has these members, and no other value of the `fixed` ones. */
function write(path: string, parameters: Parameters, words: Words, fixed: readonly string[] = []): Write {
  return {
    path,
    parameters,
    words: (edited) => {
      for (const name of fixed) {
        if (JSON.stringify(edited[name]) !== JSON.stringify(parameters[name])) throw unusable(`${name} as it is`);
      }
      return only(edited, Object.keys(parameters), words(edited));
    },
  };
}

const listed = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value) || value.length === 0) throw unusable('a list that is not empty');
  return value;
};
const paired = (value: unknown): unknown[] => Object.entries(value as object).flat();
const isNumber = (text: string | undefined) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text ?? '');
const opposite = (text: unknown) => (String(text).startsWith('-') ? String(text).slice(1) : `-${text}`);
const isInteger = (text: string | undefined) => /^-?\d{1,15}$/.test(text ?? '');

const byOne =
  (by: '1' | '-1'): Reader =>
  ([key, ...more]) =>
    key === undefined || more.length > 0
      ? null
      : write('numbers.increment', { key, by }, (edited) => [edited.key], ['by']);

const byAmount =
  (signed: (by: unknown) => unknown): Reader =>
  ([key, by, ...more]) =>
    key === undefined || !isNumber(by) || more.length > 0
      ? null
      : write('numbers.increment', { key, by: signed(by) }, (edited) => [edited.key, signed(edited.by)]);

const ofField: Reader = ([key, field, by, ...more]) =>
  key === undefined || field === undefined || !isNumber(by) || more.length > 0
    ? null
    : write('hashes.increment', { key, field, by }, (edited) => [edited.key, edited.field, edited.by]);

/** `HDEL key a b` */
const some =
  (path: string, name: string): Reader =>
  ([key, ...names]) =>
    key === undefined || names.length === 0
      ? null
      : write(path, { key, [name]: names }, (edited) => [edited.key, ...listed(edited[name])]);

const push =
  (end: 'left' | 'right', onlyIfThere?: true): Reader =>
  ([key, ...values]) =>
    key === undefined || values.length === 0
      ? null
      : write(
          'lists.push',
          { key, values, end, ...(onlyIfThere && { onlyIfThere }) },
          (edited) => [edited.key, ...listed(edited.values)],
          ['end', 'onlyIfThere'],
        );

/** `LPOP key`, `SPOP key 2` */
const pop =
  (path: string, fixed: Parameters): Reader =>
  ([key, count, ...more]) => {
    if (key === undefined || more.length > 0 || (count !== undefined && !isWhole(count))) return null;
    const parameters = { key, ...fixed, ...(count !== undefined && { count: Number(count) }) };
    const words: Words = (edited) => [edited.key, ...(count === undefined ? [] : [edited.count])];
    return write(path, parameters, words, Object.keys(fixed));
  };

const renaming =
  (options?: readonly string[]): Reader =>
  ([key, newKey, ...more]) =>
    key === undefined || newKey === undefined || more.length > 0
      ? null
      : write('keys.rename', { key, newKey, ...(options && { options }) }, (edited) => [edited.key, edited.newKey], [
          'options',
        ]);

const setMany =
  (options?: readonly string[]): Reader =>
  (pairs) =>
    pairs.length === 0 || pairs.length % 2 === 1
      ? null
      : write(
          'keys.setMany',
          { values: entriesOf(pairs), ...(options && { options }) },
          (edited) => paired(edited.values),
          ['options'],
        );

const scores: Reader = ([key, ...words]) => {
  const start = words.findIndex((word) => !/^(nx|xx|gt|lt|ch)$/i.test(word));
  const pairs = start < 0 ? [] : words.slice(start);
  if (key === undefined || pairs.length === 0 || pairs.length % 2 === 1) return null;
  const entries = Object.entries(entriesOf(pairs.map((_, index) => pairs[index ^ 1] ?? '')));
  if (!entries.every(([, score]) => isNumber(score))) return null;
  const options = words.slice(0, start);
  const parameters = { key, scores: Object.fromEntries(entries), ...(options.length > 0 && { options }) };
  return write(
    'sortedSets.add',
    parameters,
    (edited) => [
      edited.key,
      ...options,
      ...Object.entries(edited.scores as object).flatMap(([name, score]) => [score, name]),
    ],
    ['options'],
  );
};

/** If a name has several values, the last one holds, as in the server. */
const entriesOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : [])));

/** Commands on numbers, hashes, lists, sets and sorted sets, and those that move or keep keys. */
export const COLLECTION_READERS: Readonly<Record<string, Reader>> = {
  incr: byOne('1'),
  decr: byOne('-1'),
  incrby: byAmount((by) => by),
  incrbyfloat: byAmount((by) => by),
  decrby: byAmount(opposite),
  hincrby: ofField,
  hincrbyfloat: ofField,
  hsetnx: ([key, field, value, ...more]) =>
    key === undefined || field === undefined || value === undefined || more.length > 0
      ? null
      : write(
          'hashes.set',
          { key, fields: { [field]: value }, options: ['NX'] },
          (edited) => [edited.key, ...paired(edited.fields).slice(0, 2)],
          ['options'],
        ),
  hdel: some('hashes.del', 'fields'),
  lpush: push('left'),
  rpush: push('right'),
  lpushx: push('left', true),
  rpushx: push('right', true),
  lpop: pop('lists.pop', { end: 'left' }),
  rpop: pop('lists.pop', { end: 'right' }),
  lrem: ([key, count, value, ...more]) =>
    key === undefined || !isInteger(count) || value === undefined || more.length > 0
      ? null
      : write('lists.remove', { key, count: Number(count), value }, ({ key: k, count: n, value: v }) => [k, n, v]),
  lset: ([key, index, value, ...more]) =>
    key === undefined || !isInteger(index) || value === undefined || more.length > 0
      ? null
      : write('lists.set', { key, index: Number(index), value }, ({ key: k, index: at, value: v }) => [k, at, v]),
  ltrim: ([key, start, stop, ...more]) =>
    key === undefined || !isInteger(start) || !isInteger(stop) || more.length > 0
      ? null
      : write('lists.trim', { key, start: Number(start), stop: Number(stop) }, ({ key: k, start: from, stop: to }) => [
          k,
          from,
          to,
        ]),
  linsert: ([key, side, pivot, value, ...more]) => {
    const where = side?.toLowerCase() ?? '';
    if (key === undefined || !/^(before|after)$/.test(where) || pivot === undefined || value === undefined) return null;
    if (more.length > 0) return null;
    return write('lists.insert', { key, where, pivot, value }, (one) => [one.key, one.where, one.pivot, one.value]);
  },
  sadd: some('sets.add', 'members'),
  srem: some('sets.remove', 'members'),
  spop: pop('sets.pop', {}),
  zadd: scores,
  zrem: some('sortedSets.remove', 'members'),
  zincrby: ([key, by, member, ...more]) =>
    key === undefined || !isNumber(by) || member === undefined || more.length > 0
      ? null
      : write('sortedSets.increment', { key, member, by }, (edited) => [edited.key, edited.by, edited.member]),
  persist: ([key, ...more]) =>
    key === undefined || more.length > 0 ? null : write('keys.persist', { key }, (edited) => [edited.key]),
  rename: renaming(),
  renamenx: renaming(['NX']),
  mset: setMany(),
  msetnx: setMany(['NX']),
};
