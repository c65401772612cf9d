import type { Json, JsonObject } from '../../connector.js';
import { expiry, list } from '../part.js';
import { type Rule, text, texts } from './rule.js';

const parts: Rule['parts'] = (payload) => [list(text(payload, 'key')), expiry(text(payload, 'key'))];

/** @param change changes the elements, and answers the possible replies */
const rule = (change: (elements: Json[], payload: JsonObject) => Json[]): Rule => ({
  parts,
  apply: (payload, world) => {
    const part = list(text(payload, 'key'));
    const before = (world.get(part) ?? []) as Json[];
    const elements = [...before];
    const answers = change(elements, payload);
    if (elements.length !== before.length || elements.some((one, index) => one !== before[index]))
      world.set(part, elements.length > 0 ? elements : null);
    return answers;
  },
});

export const push = rule((elements, payload) => {
  if (payload.onlyIfThere === true && elements.length === 0) return [0];
  if (payload.end === 'left') elements.unshift(...texts(payload, 'values').reverse());
  else elements.push(...texts(payload, 'values'));
  return [elements.length];
});

export const pop = rule((elements, payload) => {
  const count = payload.count === undefined ? 1 : Number(payload.count);
  const isEmpty = elements.length === 0;
  const popped = payload.end === 'left' ? elements.splice(0, count) : takenFromEnd(elements, count);
  if (isEmpty) return [null];
  return [payload.count === undefined ? (popped[0] ?? null) : popped];
});

export const remove = rule((elements, payload) => {
  const count = Number(payload.count);
  const most = count === 0 ? Number.POSITIVE_INFINITY : Math.abs(count);
  const found = elements.flatMap((one, index) => (one === payload.value ? [index] : []));
  const taken = count < 0 ? found.slice(-most) : found.slice(0, most);
  for (const index of taken.reverse()) elements.splice(index, 1);
  return [taken.length];
});

export const setAt = rule((elements, payload) => {
  const index = from(elements, Number(payload.index));
  if (index >= 0 && index < elements.length) elements[index] = text(payload, 'value');
  return ['OK'];
});

export const trim = rule((elements, payload) => {
  const start = Math.max(0, from(elements, Number(payload.start)));
  const stop = from(elements, Number(payload.stop));
  elements.splice(0, elements.length, ...elements.slice(start, stop + 1));
  return ['OK'];
});

export const insert = rule((elements, payload) => {
  const at = elements.indexOf(text(payload, 'pivot'));
  if (elements.length === 0) return [0];
  if (at < 0) return [-1];
  elements.splice(payload.where === 'before' ? at : at + 1, 0, text(payload, 'value'));
  return [elements.length];
});

const from = (elements: readonly Json[], index: number) => (index < 0 ? elements.length + index : index);

function takenFromEnd(elements: Json[], count: number): Json[] {
  return elements.splice(Math.max(0, elements.length - count)).reverse();
}
