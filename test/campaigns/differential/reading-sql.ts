/** What a statement may be made of that means to be a read. */
export interface Dialect {
  readonly values: readonly string[];
  /** Names that stand before a parenthesis. */
  readonly functions: readonly string[];
  readonly operators: readonly string[];
  /** Of a table, a view, or whatever else stands behind FROM. */
  readonly sources: readonly string[];
  /** Ends of a SELECT. */
  readonly tails: readonly string[];
  /** Statements around a SELECT, which stands for `$`. */
  readonly around: readonly string[];
  /** What is put anywhere: comments, quotes, odd letters. */
  readonly noise: readonly string[];
}

type Random = (below: number) => number;

/** A random statement of a dialect. */
export function readingOf(dialect: Dialect, random: Random): string {
  const pick = (items: readonly string[]): string => items[random(items.length)] ?? '';
  const space = () => (random(12) === 0 ? pick(['\n', '\t', '  ', '/**/', '\u00a0']) : '');
  const called = (depth: number): string => {
    const given = random(3) === 0 ? '' : expression(depth - 1);
    return `${pick(dialect.functions)}${space()}(${given})`;
  };
  const expression = (depth: number): string => {
    const kind = depth <= 0 ? 0 : random(8);
    if (kind < 2) return pick(dialect.values);
    if (kind < 5) return called(depth);
    if (kind === 5) return `(${select(depth - 1)})`;
    if (kind === 6) return `(${expression(depth - 1)} ${pick(dialect.operators)} ${expression(depth - 1)})`;
    return `CASE WHEN ${expression(depth - 1)} IS NULL THEN 1 ELSE ${expression(depth - 1)} END`;
  };
  const source = (depth: number): string =>
    depth > 0 && random(4) === 0 ? `(${select(depth - 1)}) x${random(9)}` : pick(dialect.sources);
  const select = (depth: number): string =>
    [
      `SELECT ${expression(depth)}`,
      random(2) === 0 ? ` FROM ${source(depth)}` : '',
      random(3) === 0 ? ` WHERE ${expression(depth)} IS NOT NULL` : '',
      random(5) === 0 ? ` ORDER BY ${expression(depth - 1)}` : '',
      random(6) === 0 ? ` UNION ALL SELECT ${expression(depth - 1)}` : '',
    ].join('');
  const plain = `${select(2)}${random(4) === 0 ? ` ${pick(dialect.tails)}` : ''}`;
  const text = random(4) === 0 ? pick(dialect.around).replace('$', () => plain) : plain;
  const cased =
    random(4) === 0 ? text.replace(/[a-z]/gi, (letter) => (random(2) ? letter.toUpperCase() : letter)) : text;
  if (random(4) !== 0) return cased;
  const at = random(cased.length + 1);
  return `${cased.slice(0, at)}${pick(dialect.noise)}${cased.slice(at)}`;
}
