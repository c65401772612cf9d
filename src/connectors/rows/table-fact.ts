import { cutText } from '../../platform/cut-text.js';
import type { FactValue, Thing } from '../facts/facts.js';

/** Bytes of a name that PostgreSQL looks at; MySQL takes none that is longer. */
const NAME_BYTES = 63;
/** `name`, `"name"` or `` `name` ``, and a dot or the end. */
const PART = /(?:"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|([^.\s"`]+))(\.|$)/y;

/** A table as the provider knows it. Without a schema it is the table that the session of the agent finds first. */
export function tableThing(schema: string | null, name: string): Thing {
  const simple = withinLimit(name);
  if (schema === null) return { readings: [simple], isPartial: true };
  return { readings: [`${withinLimit(schema)}.${simple}`], aliases: [simple] };
}

/**
 * The argument `table` of a row operation. Its names are taken exactly; one that looks quoted may also be meant as SQL
 * reads it.
 */
export function tableFact(value: unknown): FactValue {
  if (typeof value !== 'string') return 'unknown';
  const exact = value.split('.');
  const [first = '', second] = exact;
  if (!/["`\s]/.test(value) && exact.length <= 2 && !exact.includes(''))
    return [second === undefined ? tableThing(null, first) : tableThing(first, second)];
  const parts = unquoted(value.trim());
  if (parts === null) return 'unknown';
  const [name = '', schema = null] = [...parts].reverse();
  const { readings, aliases = [] } = tableThing(schema, name);
  return [{ readings: [value], aliases: [...readings, ...aliases], isPartial: schema === null }];
}

function unquoted(text: string): string[] | null {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    if (found === null) return null;
    const [, double, back, plain = '', end] = found;
    parts.push(double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? plain);
    at = PART.lastIndex;
    if (end === '') return at === text.length ? parts : null;
  }
}

/** The server looks at the first bytes of a name alone. */
function withinLimit(name: string): string {
  let cut = name;
  while (Buffer.byteLength(cut) > NAME_BYTES) cut = cutText(cut, Math.min(cut.length - 1, NAME_BYTES));
  return cut;
}
