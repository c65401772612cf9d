import { sqlSources } from './sql-files.js';
import { planSources, type SqlPlan } from './sql-plan.js';
import { inDependencyOrder, nameOfSource, type SqlSource } from './sql-source.js';

const source = (path: string, text: string): SqlSource => ({ ...nameOfSource(path), text, hash: `hash of ${text}` });

const setting = source('functions/platform/current_organizations.sql', 'CREATE FUNCTION current_organizations() …');
const shown = source('functions/actions/a_shown.sql', 'CREATE FUNCTION a_shown() … SELECT z_month() FROM details');
const month = source('functions/actions/z_month.sql', 'CREATE FUNCTION z_month() …');
const view = source('views/actions/details.sql', 'CREATE VIEW details AS SELECT z_month()');
const noted = source('functions/metrics/note.sql', '-- As a_shown() does.\nCREATE FUNCTION note() …');
const trigger = source('triggers/metrics/actions.note.sql', 'CREATE TRIGGER note ON actions EXECUTE FUNCTION note()');
const all = [trigger, view, shown, month, noted, setting];

const applied = (...sources: SqlSource[]) => new Map(sources.map(({ path, hash }) => [path, hash]));
const pathsIn = (plan: SqlPlan) =>
  Object.fromEntries(Object.entries(plan).map(([step, sources]) => [step, sources.map(({ name }: SqlSource) => name)]));

const NOTHING = { dropFirst: [], applyBeforeTables: [], applyAfterTables: [], dropLast: [], forget: [] };

describe('the order of SQL sources', () => {
  it('puts each source after those that it uses, and ignores names in comments', () => {
    const names = inDependencyOrder(all).map(({ name }) => name);
    expect(names).toEqual(['z_month', 'details', 'a_shown', 'note', 'current_organizations', 'note']);
  });

  it('exists for the sources of migrations/', () => {
    const sources = sqlSources();
    expect(inDependencyOrder(sources)).toHaveLength(sources.length);
  });

  it('does not exist for sources that use each other, which the error names', () => {
    const circle = [source('functions/a/one.sql', 'two()'), source('functions/a/two.sql', 'one()')];
    expect(() => inDependencyOrder(circle)).toThrow('These need each other: functions/a/one.sql, functions/a/two.sql.');
  });
});

describe('the plan of migrate', () => {
  it('applies every source to an empty database, those of the numbered files before the tables', () => {
    expect(pathsIn(planSources(all, applied(), { tablesChange: true }))).toEqual({
      dropFirst: ['note', 'details'],
      applyBeforeTables: ['current_organizations'],
      applyAfterTables: ['z_month', 'details', 'a_shown', 'note', 'note'],
      dropLast: [],
      forget: [],
    });
  });

  it('is empty when the database has every source as it is', () => {
    expect(planSources(all, applied(...all), { tablesChange: false })).toEqual(NOTHING);
  });

  it('applies a source whose text changed, and the views again', () => {
    const changed = { ...noted, hash: 'another' };
    const plan = planSources([...all.filter((one) => one !== noted), changed], applied(...all), {
      tablesChange: false,
    });
    expect(pathsIn(plan)).toEqual({ ...NOTHING, dropFirst: ['details'], applyAfterTables: ['details', 'note'] });
  });

  it('takes the views and triggers out of the way of a numbered file', () => {
    const plan = planSources(all, applied(...all), { tablesChange: true });
    expect(plan).toEqual({ ...NOTHING, dropFirst: [trigger, view], applyAfterTables: [view, trigger] });
  });

  it('keeps a function whose file moved to another folder, and forgets where it was', () => {
    const moved = source('functions/events/note.sql', noted.text);
    const plan = planSources([...all.filter((one) => one !== noted), moved], applied(...all), { tablesChange: false });
    expect(pathsIn(plan)).toEqual({
      ...NOTHING,
      dropFirst: ['details'],
      applyAfterTables: ['details', 'note'],
      forget: ['note'],
    });
  });

  it('drops what left: triggers and views before the tables change, functions last', () => {
    const plan = planSources([setting, month], applied(...all), { tablesChange: false });
    expect(pathsIn(plan)).toEqual({ ...NOTHING, dropFirst: ['note', 'details'], dropLast: ['a_shown', 'note'] });
  });
});

describe('the path of a source', () => {
  it('names a kind, a module and an object, and of a trigger its table', () => {
    expect(nameOfSource('triggers/audit/audit_heads.keep_audit.sql')).toEqual({
      path: 'triggers/audit/audit_heads.keep_audit.sql',
      kind: 'trigger',
      module: 'audit',
      table: 'audit_heads',
      name: 'keep_audit',
    });
  });

  it.each(['functions/tell.sql', 'triggers/events/tell.sql', 'tables/auth/users.sql', 'functions/auth/a b.sql'])(
    'is refused when it does not: %s',
    (path) => {
      expect(() => nameOfSource(path)).toThrow(`migrations/${path} must be functions/<module>/<name>.sql`);
    },
  );
});
