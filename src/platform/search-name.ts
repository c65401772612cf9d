/** A longer name is found by its beginning. */
const LONGEST = 200;

/** A name as it is kept and looked for: in lower case, without what PostgreSQL refuses in a text. */
export function toSearchName(text: string): string {
  const name = text
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('\0', '')
    .trim()
    .toLowerCase();
  return name.length <= LONGEST ? name : [...name].slice(0, LONGEST).join('');
}
