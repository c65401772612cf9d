/** A longer name is found by its beginning. */
const LONGEST = 200;

/** A name as it is kept and looked for: in lower case, without what PostgreSQL refuses in a text. */
export const toSearchName = (text: string): string =>
  [
    ...text
      .replaceAll(/\p{Surrogate}/gu, '\ufffd')
      .replaceAll('\0', '')
      .trim()
      .toLowerCase(),
  ]
    .slice(0, LONGEST)
    .join('');
