import { readFileSync } from 'node:fs';

/** An alert rule of `docs/observability/alerts.yml`. */
interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly severity: string;
  readonly summary: string;
  readonly runbook: string;
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

/** Every member of a rule stands on a line of its own, and an expression with signs of YAML is quoted. */
export function alerts(): readonly Alert[] {
  const [, ...rules] = readFileSync('docs/observability/alerts.yml', 'utf8').split('      - alert: ');
  return rules.map((rule) => {
    const member = (name: string) => {
      const [, quoted, plain = ''] = new RegExp(`^\\s+${name}: (?:'(.*)'|(.*))$`, 'm').exec(rule) ?? [];
      return quoted?.replaceAll("''", "'") ?? plain;
    };
    const [alert = ''] = rule.split('\n');
    return {
      alert,
      expr: member('expr'),
      severity: member('severity'),
      summary: member('summary'),
      runbook: member('runbook'),
    };
  });
}

export const dashboard = (): Dashboard =>
  JSON.parse(readFileSync('docs/observability/grafana-dashboard.json', 'utf8')) as Dashboard;

/** Every expression of the alert rules and of the dashboard. */
export const expressions = (): readonly string[] => [
  ...alerts().map(({ expr }) => expr),
  ...dashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** A metric of an expression, with the labels that the expression compares or groups it by. */
interface Used {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Prometheus adds these to each series that it scrapes, and histograms have one of their own. */
const ADDED = ['instance', 'job', 'le'];

/** Reads the metrics and labels that an expression names. Our expressions group whole, so a grouping is of every metric in it. */
export function usedIn(expression: string): readonly Used[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  return [...expression.matchAll(/\b((?:backstop|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', matchers = '']) => {
      const matched = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
      return { metric, labels: [...new Set([...matched, ...grouped])].filter((label) => !ADDED.includes(label)) };
    },
  );
}

/** Returns the series of a scrape, each name with its labels. */
export function exportedIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const exported = new Map<string, Set<string>>();
  const add = (name: string, labels: readonly string[]) =>
    exported.set(name, new Set([...(exported.get(name) ?? []), ...labels]));
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) add(name + suffix, []);
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm))
    add(
      name,
      [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    );
  return exported;
}

/** The value of a series in the metrics of the process with this `METRICS_PORT`. */
export async function valueAt(metricsPort: number, series: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1));
}
