import { type Node, parse } from 'libpg-query';
import { numberedFiles, sqlSources } from './sql-files.js';

const statementsOf = async (text: string): Promise<Node[]> =>
  ((await parse(text)).stmts ?? []).flatMap(({ stmt }: { stmt?: Node }) => stmt ?? []);

/**
 * The kind and name of the object that a CREATE statement makes, as a path writes them; null for any other statement.
 */
function madeBy(statement: Node) {
  if ('CreateFunctionStmt' in statement) {
    const [name] = (statement.CreateFunctionStmt.funcname ?? []).slice(-1);
    return { kind: 'function', table: null, name: name && 'String' in name ? name.String.sval : undefined };
  }
  if ('ViewStmt' in statement) return { kind: 'view', table: null, name: statement.ViewStmt.view?.relname };
  if (!('CreateTrigStmt' in statement)) return null;
  const { relation, trigname } = statement.CreateTrigStmt;
  return { kind: 'trigger', table: relation?.relname, name: trigname };
}

describe('a numbered file of migrations/', () => {
  it('holds no function, procedure, trigger or view, and no DO block that could change one', async () => {
    const files = numberedFiles();
    expect(files.length).toBeGreaterThanOrEqual(11);
    for (const { path, up, down } of files) {
      for (const text of [up(), down()]) {
        const statements = await statementsOf(text);
        expect(statements.length).toBeGreaterThan(0);
        const others = statements.filter((statement) => madeBy(statement) || 'DoStmt' in statement);
        expect({ path, others }).toEqual({ path, others: [] });
      }
    }
  });

  it('has a number of its own, and none is left out', () => {
    expect(numberedFiles().map(({ number }) => number)).toEqual(numberedFiles().map((_, index) => index + 1));
  });
});

describe('a source of migrations/', () => {
  it('defines exactly the object that its path names', async () => {
    const sources = sqlSources();
    expect(sources.length).toBeGreaterThanOrEqual(69);
    for (const { path, kind, table, name, text } of sources) {
      const made = (await statementsOf(text)).map(madeBy);
      expect({ path, made }).toEqual({ path, made: [{ kind, table, name }] });
    }
  });

  it('is the only one of its name, because PostgreSQL keeps functions of one name apart by their parameters', () => {
    const names = sqlSources().map(({ kind, table, name }) => `${kind} ${table ?? ''} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
