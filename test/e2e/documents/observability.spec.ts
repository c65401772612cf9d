import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { alerts, dashboard, expressions, usedIn } from '../../support/prometheus-names.js';

const RUNBOOKS = 'docs/observability/runbooks';
const SECTIONS = ['## What it means', '## What to look at', '## What to do'];
const SEVERITIES = ['critical', 'warning', 'info'];

/** The metrics of `docs/metrics.md`, each with its labels. */
const documented = new Map(
  readFileSync('docs/metrics.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `backstop_'))
    .flatMap((line) => {
      const [, names = '', labels = ''] = line.split('|');
      const ticked = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
      return ticked(names).map((name): [string, string[]] => [name, ticked(labels)]);
    }),
);
const baseOf = (metric: string) => metric.replace(/_(bucket|sum|count)$/, '');

/** The metrics of an expression that `docs/metrics.md` does not have so. */
const unknownIn = (expression: string) =>
  usedIn(expression).filter(({ metric, labels }) => {
    if (!metric.startsWith('backstop_')) return false;
    const known = documented.get(metric) ?? documented.get(baseOf(metric));
    return !known || !labels.every((label) => known.includes(label));
  });

describe('the alert rules', () => {
  it('each have a runbook page with their expression, what it means, what to look at and what to do', () => {
    const all = alerts();
    expect(all.length).toBeGreaterThanOrEqual(15);
    for (const { alert, expr, severity, summary, runbook } of all) {
      expect(runbook).toBe(`${RUNBOOKS}/${alert}.md`);
      const page = existsSync(runbook) ? readFileSync(runbook, 'utf8') : '';
      expect([alert, SECTIONS.filter((section) => !page.includes(section))]).toEqual([alert, []]);
      expect(page).toContain(`\n${expr}\n`);
      expect(SEVERITIES).toContain(severity);
      expect(summary).toMatch(/^[A-Z].+\.$/);
    }
    expect(readdirSync(RUNBOOKS).sort()).toEqual(all.map(({ alert }) => `${alert}.md`).sort());
  });

  it('have an alert for each kind of due work', () => {
    const kinds = [...(documentedWork() ?? [])];
    expect(kinds).toHaveLength(7);
    const watched = alerts().flatMap(({ expr }) => [...expr.matchAll(/work="(\w+)"/g)].map(([, work]) => work));
    expect(watched.sort()).toEqual(kinds.sort());
  });
});

describe('the expressions of the alert rules and the dashboard', () => {
  it('name only metrics and labels of docs/metrics.md', () => {
    expect(dashboard().panels.length).toBeGreaterThan(10);
    expect(expressions().flatMap(unknownIn)).toEqual([]);
    expect(unknownIn('max(backstop_due_newest_seconds)')).toHaveLength(1);
    expect(unknownIn('sum by (organization) (backstop_held_requests)')).toHaveLength(1);
  });

  it('use every metric of docs/metrics.md', () => {
    const used = new Set(expressions().flatMap((one) => usedIn(one).map(({ metric }) => metric)));
    const bases = new Set([...used].map(baseOf));
    expect([...documented.keys()].filter((name) => !used.has(name) && !bases.has(name))).toEqual([]);
  });
});

function documentedWork(): readonly string[] | undefined {
  const line = readFileSync('docs/metrics.md', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('| `backstop_due_oldest_seconds`'));
  return (
    line
      ?.split('|')
      .at(3)
      ?.match(/(?<=`)\w+(?=`)/g) ?? undefined
  );
}
