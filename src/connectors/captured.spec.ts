import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Captured } from './captured.js';
import type { Effect, JsonObject } from './connector.js';
import type { Dialect } from './rows/dialect.js';
import type { Row } from './rows/table/table.js';

const effect: Effect = {
  apiName: 'x.y.z',
  payload: { name: 'said' },
  response: { name: 'reported' },
  snapshot: { rows: [{ id: '1', name: 'captured' }], fields: { a: 1, b: [2, 3] } },
};

/** The files that may wrap a value which the service read; the values that come out of it are not restricted. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  'new Captured': ['captured.ts'],
  'Captured.in(': ['redis/record.ts', 'resource/items.ts', 'rows/insert/feasible.ts', 'rows/outcome/probe-outcome.ts'],
  'Captured.fixed(': ['resource/undo/resource-undo.ts'],
  'Captured.joined(': ['redis/undo/merge.ts'],
  'Captured.standing(': ['redis/undo/merge.ts'],
  'Captured.rewritten(': ['rows/undo/restore.ts'],
  'Captured.replaced(': ['redis/undo/kept.ts', 'resource/undo/kept.ts', 'rows/undo/kept.ts'],
  'Captured.lessened': ['redis/undo/subtract.ts', 'resource/undo/resource-undo.ts', 'rows/undo/undo-update.ts'],
};

/** Files that make values which an undo may write, other than the known ones. */
function strangers(files: readonly (readonly [path: string, text: string])[]): string[] {
  return Object.entries(MAKERS).flatMap(([maker, known]) =>
    files.filter(([path, text]) => text.includes(maker) && !known.includes(path)).map(([path]) => `${path}: ${maker}`),
  );
}

describe('a value that an undo may write', () => {
  it('comes out of the snapshot of its call, member by member', () => {
    const content = Captured.in(effect);
    const row = (content?.at('rows') as Captured<readonly Row[]> | undefined)?.each()[0];
    expect(row?.value).toEqual({ id: '1', name: 'captured' });
    const fields = content?.at('fields') as Captured<JsonObject> | undefined;
    expect(fields?.only(['a', 'c', 'constructor']).value).toEqual({ a: 1, c: null, constructor: null });
    expect(Captured.in({ snapshot: null })).toBeNull();
  });

  it('is the very content: a reader gives it a type, and cannot give it another value', () => {
    const content = Captured.in(effect);
    expect(content?.as((same) => same)?.value).toBe(effect.snapshot);
    expect(content?.as(() => null)).toBeNull();
    expect(() => content?.as(() => effect.payload)).toThrow('the content is not the captured one');
  });

  it('is made in one file, of what a few others have read', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .map((path) => [path, readFileSync(join(import.meta.dirname, path), 'utf8')] as const);
    expect(files.length).toBeGreaterThan(200);
    expect(strangers(files)).toEqual([]);
    const planted = ['slack/message.ts', 'Captured.fixed(payload)'] as const;
    expect(strangers([...files, planted])).toEqual(['slack/message.ts: Captured.fixed(']);
  });

  it('is all that the writers of rows take: neither a payload nor a response', () => {
    const written: unknown[] = [];
    const insert: Dialect['insert'] = async (_session, _table, rows) => {
      written.push(...rows);
    };
    const said = effect.payload as unknown as Row;
    const content = Captured.in(effect) as Captured<JsonObject>;
    const row = (content.at('rows') as Captured<readonly Row[]>).each();
    const compiles = (): unknown => [
      insert({} as never, {} as never, row),
      // @ts-expect-error A planted writer of a payload does not compile.
      insert({} as never, {} as never, [said]),
      // @ts-expect-error Nor one that puts a value of a payload into a captured row.
      insert({} as never, {} as never, [{ ...row[0]?.value, name: 'said' }]),
    ];
    expect(compiles).toBeDefined();
  });
});
