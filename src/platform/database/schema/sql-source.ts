export type SqlSourceKind = 'function' | 'view' | 'trigger';

/** The facts that the path of a source states; a procedure counts as a function. */
export interface SqlSourceName {
  /** Below `migrations/`, with `/`: `functions/actions/record_actions.sql`. */
  readonly path: string;
  readonly kind: SqlSourceKind;
  readonly module: string;
  readonly name: string;
  /** The table of a trigger; null for any other kind. */
  readonly table: string | null;
}

/** A function, procedure, view or trigger with its current definition. */
export interface SqlSource extends SqlSourceName {
  readonly text: string;
  readonly hash: string;
}

const PATH = /^(?:(functions|views)\/([a-z-]+)\/([a-z_]+)|(triggers)\/([a-z-]+)\/([a-z_]+)\.([a-z_]+))\.sql$/;
const KINDS: Record<string, SqlSourceKind> = { functions: 'function', views: 'view', triggers: 'trigger' };

/** @throws Error on a path that names no object */
export function nameOfSource(path: string): SqlSourceName {
  const [, folder, module, name, triggers, triggerModule, table, trigger] = PATH.exec(path) ?? [];
  const kind = KINDS[folder ?? triggers ?? ''];
  if (!kind) {
    throw new Error(
      `migrations/${path} must be functions/<module>/<name>.sql, views/<module>/<name>.sql or triggers/<module>/<table>.<name>.sql.`,
    );
  }
  return { path, kind, module: module ?? triggerModule ?? '', name: name ?? trigger ?? '', table: table ?? null };
}

const withoutComments = (text: string) => text.replace(/--.*$/gm, '');

function mentions({ text }: SqlSource, { kind, name }: SqlSource): boolean {
  return new RegExp(kind === 'view' ? `\\b${name}\\b` : `\\b${name}\\s*\\(`).test(withoutComments(text));
}

/**
 * Orders each source after those that its text mentions, otherwise by path.
 * @throws Error that names sources which need each other
 */
export function inDependencyOrder(sources: readonly SqlSource[]): SqlSource[] {
  const ordered = new Set<SqlSource>();
  const open: SqlSource[] = [];
  const visit = (source: SqlSource): void => {
    if (ordered.has(source)) return;
    if (open.includes(source)) throw new Error(`These need each other: ${open.map(({ path }) => path).join(', ')}.`);
    open.push(source);
    for (const other of byPath) {
      if (other !== source && other.kind !== 'trigger' && mentions(source, other)) visit(other);
    }
    open.pop();
    ordered.add(source);
  };
  const byPath = sources.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  byPath.forEach(visit);
  return [...ordered];
}
