import type { Random } from './random.js';

/** The parts of a statement that looks like a read. */
export interface Dialect {
  readonly values: readonly string[];
  /** Values of a source. */
  readonly columns: readonly string[];
  /** Calls; each `$` stands for an expression. */
  readonly calls: readonly string[];
  readonly operators: readonly string[];
  /** Sources of a FROM clause: tables, views and others. */
  readonly sources: readonly string[];
  /** Ends of a SELECT. */
  readonly tails: readonly string[];
  /** Statements around a SELECT, which stands for `$`. */
  readonly around: readonly string[];
  /** Texts that are inserted anywhere: comments, quotes, odd letters. */
  readonly noise: readonly string[];
}

/** A random statement of a dialect. */
export function readingOf(dialect: Dialect, random: Random): string {
  const pick = (items: readonly string[]): string => items[random(items.length)] ?? '';
  const space = () => (random(12) === 0 ? pick(['\n', '\t', '  ', '/**/', '\u00a0']) : '');
  const filled = (text: string, make: () => string) => text.replace(/\$(?![\w$])/g, make);
  const expression = (depth: number, isOfSource: boolean): string => {
    const inner = () => expression(depth - 1, isOfSource);
    const kind = depth <= 0 ? 0 : random(8);
    if (kind < 2) return pick(isOfSource && random(2) === 0 ? dialect.columns : dialect.values);
    if (kind < 5) return filled(pick(dialect.calls), inner).replace('(', () => `${space()}(`);
    if (kind === 5) return `(${select(depth - 1)})`;
    if (kind === 6) return `(${inner()} ${pick(dialect.operators)} ${inner()})`;
    return `CASE WHEN ${inner()} IS NULL THEN 1 ELSE ${inner()} END`;
  };
  const source = (depth: number): string =>
    depth > 0 && random(4) === 0 ? `(${select(depth - 1)}) x${random(9)}` : pick(dialect.sources);
  const select = (depth: number): string => {
    const isOfSource = random(3) !== 0;
    const value = (less = 0) => expression(depth - less, isOfSource);
    return [
      `SELECT ${value()}`,
      isOfSource ? ` FROM ${source(depth)}` : '',
      random(3) === 0 ? ` WHERE ${value()} IS NOT NULL` : '',
      random(6) === 0 ? ` ORDER BY ${value(1)}` : '',
      random(8) === 0 ? ` UNION ALL SELECT ${expression(depth - 1, false)}` : '',
      random(3) === 0 ? ' LIMIT 1' : '',
    ].join('');
  };
  const plain = `${select(2)}${random(6) === 0 ? ` ${pick(dialect.tails)}` : ''}`;
  const text = random(5) === 0 ? pick(dialect.around).replace('$', () => plain) : plain;
  const cased =
    random(4) === 0 ? text.replace(/[a-z]/gi, (letter) => (random(2) ? letter.toUpperCase() : letter)) : text;
  if (random(6) !== 0) return cased;
  const at = random(cased.length + 1);
  return `${cased.slice(0, at)}${pick(dialect.noise)}${cased.slice(at)}`;
}
