import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds of the units of time, and bytes of those of size, of which two are in use. */
const UNITS: Readonly<Record<string, readonly number[]>> = {
  '': [1],
  KB: [1_000, 1_024],
  MB: [1_000_000, 1_048_576],
  ms: [1],
  s: [1_000],
  min: [60_000],
  h: [3_600_000],
  d: [86_400_000],
};

/** The evaluator's own bounds are constants of a formula, which docs/intent-evaluator.md describes. */
const INTERNAL = /^src\/intent\/evaluator\//;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => join('src', file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Returns what a file assigns to a name, in milliseconds where the name says the unit; NaN if there is no number. */
function assignedTo(text: string, name: string): number {
  const [, product = ''] = new RegExp(`\\b${name}(?:: number)?\\s*[:=]\\s*([\\d_ *]+)(?:[,;]|\\s\\})`).exec(text) ?? [];
  const value = product.split('*').reduce((sofar, factor) => sofar * Number.parseFloat(factor.replaceAll('_', '')), 1);
  if (name.endsWith('_SECONDS')) return value * 1_000;
  return name.endsWith('_HOURS') ? value * 3_600_000 : value;
}

/** Returns the limits of the page that the code contradicts, and the constants that the page does not name. */
export function contradictedLimits(page: string): string[] {
  const rows = [...page.matchAll(/\| ([\d.]+) ?(\w*) \| `([\w./-]+\.ts)` `(\w+)` \|$/gm)].map(
    ([, number = '', unit = '', file = '', name = '']) => ({ number: Number(number), unit, file, name }),
  );
  const named = rows.map((row) => {
    const found = sources.filter(
      ({ file }) => `/${file}`.endsWith(`/${row.file}`) && !Number.isNaN(assignedTo(textOf(file), row.name)),
    );
    return { ...row, files: found.map(({ file }) => file) };
  });
  const wrong = named.filter(({ files, name, number, unit }) => {
    const [file, ...more] = files;
    const value = file && more.length === 0 ? assignedTo(textOf(file), name) : Number.NaN;
    return !(UNITS[unit] ?? []).some((size) => number * size === value);
  });
  const constants = sources
    .filter(({ file }) => !INTERNAL.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^(?:export )?const ((?:MAX|MOST)(?:_[A-Z]+)*) = \d/gm)].map(([, name]) => ({ file, name })),
    );
  const unnamed = constants.filter(
    ({ file, name }) => !named.some((row) => row.name === name && row.files.includes(file)),
  );
  return [
    ...wrong.map(({ file, name }) => `${file} ${name}`),
    ...unnamed.map(({ file, name }) => `${file} ${name} is not on the page`),
  ];
}

const textOf = (file: string) => sources.find((source) => source.file === file)?.text ?? '';
