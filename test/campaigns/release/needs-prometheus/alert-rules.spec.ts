import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { pathOf } from '../../../support/needs.mjs';
import { expressions } from '../../../support/prometheus-names.js';

const RULES = 'docs/observability/alerts.yml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
const rules: readonly Rule[] = parse(readFileSync(RULES, 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);

/** Values of a series, one a minute, in promtool's notation. */
type World = Readonly<Record<string, string>>;
const MINUTES = 90;
const constant = (value: number) => `${value}+0x${MINUTES}`;
const growing = (aMinute: number) => `0+${aMinute}x${MINUTES}`;
/** A counter that counts one event after the eleventh minute. */
const once = (before: number) => `${before}+0x10 ${before + 1}+0x${MINUTES - 10}`;

const due = (work: string) => `backstop_due_oldest_seconds{instance="a",work="${work}"}`;
const problems = (code: string) => `backstop_problems_total{instance="a",code="${code}"}`;
const asked = (route: string, le: string) =>
  `backstop_http_request_duration_seconds_bucket{instance="a",method="POST",route="${route}",status="201",le="${le}"}`;
const ASK = '/sessions/:id/actions';

/** Two processes that work, with every value as high as a rule tolerates it. */
const HEALTHY: World = {
  'backstop_build_info{instance="a",version="1.0.0",node="24"}': constant(1),
  'backstop_build_info{instance="b",version="1.0.0",node="24"}': constant(1),
  [due('rollback')]: constant(60),
  [due('performed_call')]: constant(60),
  [due('webhook')]: constant(300),
  [due('mail')]: constant(300),
  [due('approval')]: constant(60),
  [due('erasure')]: constant(86_400),
  [due('fold')]: constant(600),
  'backstop_redis_up{instance="a"}': constant(1),
  'backstop_redis_up{instance="b"}': constant(1),
  'backstop_webhooks_disabled_total{instance="a",reason="gone"}': constant(3),
  'backstop_mails_given_up_total{instance="a"}': constant(2),
  [problems('internal')]: constant(4),
  [problems('unavailable')]: growing(54),
  [problems('validation-failed')]: growing(6_000),
  'backstop_statement_wait_seconds{instance="a"}': constant(5),
  'backstop_database_connections{instance="a",pool="statements",state="waiting"}': constant(10),
  'backstop_database_connections{instance="a",pool="statements",state="idle"}': constant(100),
  'backstop_ledger_waiting{instance="a",statement="clear_actions"}': constant(1_000),
  'backstop_job_failures_total{instance="a",job="RollbackJob"}': growing(0.3),
  'nodejs_eventloop_lag_p99_seconds{instance="a"}': constant(0.5),
  'process_open_fds{instance="a"}': constant(80),
  'process_max_fds{instance="a"}': constant(100),
  // The longest drain, ten minutes, and the stop after it.
  'backstop_draining{instance="a"}': `1+0x11 0+0x${MINUTES - 12}`,
  [asked(ASK, '1')]: growing(60),
  [asked(ASK, '2.5')]: growing(60),
  [asked(ASK, '+Inf')]: growing(60),
  [asked('/auth/login', '1')]: growing(0),
  [asked('/auth/login', '2.5')]: growing(60),
  [asked('/auth/login', '+Inf')]: growing(60),
};

interface Trouble {
  /** The series that differ from the healthy ones. */
  readonly series: World;
  readonly labels?: Readonly<Record<string, string>>;
  /** The last minute without the alert, and one with it; by default as the `for` of the rule says. */
  readonly silentAt?: number;
  readonly firesAt?: number;
}

const TROUBLES: Readonly<Record<string, Trouble>> = {
  BackstopAbsent: {
    series: Object.fromEntries(
      ['a', 'b'].map((one) => [`backstop_build_info{instance="${one}",version="1.0.0",node="24"}`, `_x${MINUTES}`]),
    ),
  },
  BackstopRollbackOverdue: { series: { [due('rollback')]: constant(61) } },
  BackstopPerformedCallOverdue: { series: { [due('performed_call')]: constant(61) } },
  BackstopWebhookOverdue: { series: { [due('webhook')]: constant(301) } },
  BackstopMailOverdue: { series: { [due('mail')]: constant(301) } },
  BackstopApprovalOverdue: { series: { [due('approval')]: constant(61) } },
  BackstopErasureOverdue: { series: { [due('erasure')]: constant(86_401) } },
  BackstopFoldOverdue: { series: { [due('fold')]: constant(601) } },
  BackstopRedisDown: { series: { 'backstop_redis_up{instance="b"}': constant(0) } },
  BackstopWebhookDisabled: {
    series: { 'backstop_webhooks_disabled_total{instance="a",reason="gone"}': once(3) },
    labels: { reason: 'gone' },
    silentAt: 10,
    firesAt: 11,
  },
  BackstopMailsGivenUp: {
    series: { 'backstop_mails_given_up_total{instance="a"}': once(2) },
    silentAt: 10,
    firesAt: 11,
  },
  BackstopInternalErrors: { series: { [problems('internal')]: once(4) }, silentAt: 10, firesAt: 11 },
  BackstopUnavailable: { series: { [problems('unavailable')]: growing(66) }, silentAt: 9, firesAt: 10 },
  BackstopStatementWaits: { series: { 'backstop_statement_wait_seconds{instance="a"}': constant(6) } },
  BackstopDatabaseConnectionsShort: {
    series: { 'backstop_database_connections{instance="a",pool="statements",state="waiting"}': constant(11) },
    labels: { pool: 'statements' },
  },
  BackstopLedgerQueue: {
    series: { 'backstop_ledger_waiting{instance="a",statement="clear_actions"}': constant(1_001) },
  },
  BackstopJobFailures: {
    series: { 'backstop_job_failures_total{instance="a",job="RollbackJob"}': growing(0.5) },
    labels: { job: 'RollbackJob' },
    silentAt: 10,
    firesAt: 25,
  },
  BackstopEventLoopLag: { series: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': constant(0.6) } },
  BackstopOpenFiles: { series: { 'process_open_fds{instance="a"}': constant(81) } },
  BackstopDrainingLong: { series: { 'backstop_draining{instance="a"}': constant(1) } },
  BackstopSlowRequests: {
    series: { [asked(ASK, '1')]: growing(58) },
    labels: { route: ASK },
    silentAt: 10,
    firesAt: 11,
  },
};

const minutesOf = (duration: string) => Number.parseInt(duration, 10) * (duration.endsWith('h') ? 60 : 1);
const timesOf = (rule: Rule) => {
  const { silentAt = minutesOf(rule.for) - 1, firesAt = minutesOf(rule.for) } = TROUBLES[rule.alert] ?? {};
  return { silentAt, firesAt };
};

/** The expectations of promtool for each alert at this minute: silent, or firing with these labels. */
const expectations = (minute: number, firing: Rule | null) =>
  rules.map((rule) => ({
    eval_time: `${minute}m`,
    alertname: rule.alert,
    exp_alerts:
      rule === firing
        ? [{ exp_labels: { ...rule.labels, ...TROUBLES[rule.alert]?.labels }, exp_annotations: rule.annotations }]
        : [],
  }));
const inWorld = (world: World, alert_rule_test: ReturnType<typeof expectations>) => ({
  interval: '1m',
  input_series: Object.entries(world).map(([series, values]) => ({ series, values })),
  alert_rule_test,
});
const troubled = (rule: Rule): World => ({ ...HEALTHY, ...TROUBLES[rule.alert]?.series });

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'backstop-rules-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function promtool(...parameters: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(pathOf('promtool') ?? 'promtool', parameters, { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}
/** JSON is YAML, which is all that promtool reads. */
function checked(group: readonly object[]) {
  const file = join(directory, 'rules.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'checked', rules: group }] }));
  return promtool('check', 'rules', file);
}
function tested(tests: readonly object[]) {
  const file = join(directory, 'tests.yml');
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(RULES)], evaluation_interval: '1m', tests }));
  return promtool('test', 'rules', file);
}

const SUCCESS = { code: 0, output: expect.stringContaining('SUCCESS') };

describe('Prometheus', () => {
  it('reads the alert rules, and every expression of the dashboard', () => {
    expect(promtool('check', 'rules', RULES)).toEqual({
      code: 0,
      output: expect.stringContaining(`SUCCESS: ${rules.length} rules found`),
    });
    const records = expressions().map((expr, index) => ({ record: `checked:${index}`, expr }));
    expect(checked(records)).toEqual(SUCCESS);
    expect(checked([...records, { record: 'checked:wrong', expr: 'sum by (le) backstop_draining' }])).toMatchObject({
      code: 1,
    });
  });

  it('fires no alert while all values are as high as the rules tolerate', () => {
    const times = [5, 11, 30, 80];
    expect(tested(times.map((minute) => inWorld(HEALTHY, expectations(minute, null))))).toEqual(SUCCESS);
  });

  it('fires each alert, and no other, after its time on the series that mean its trouble', () => {
    expect(Object.keys(TROUBLES)).toEqual(rules.map(({ alert }) => alert));
    const tests = rules.map((rule) => {
      const { silentAt, firesAt } = timesOf(rule);
      return inWorld(troubled(rule), [
        ...(silentAt >= 0 ? expectations(silentAt, null) : []),
        ...expectations(firesAt, rule),
      ]);
    });
    expect(tested(tests)).toEqual(SUCCESS);
  });

  it('is seen to fire by this test: a trouble whose alert is expected to be silent fails it', () => {
    const tests = rules.map((rule) => inWorld(troubled(rule), expectations(timesOf(rule).firesAt, null)));
    const { code, output } = tested(tests);
    expect(code).toBe(1);
    expect(rules.map(({ alert }) => alert).filter((alert) => !output.includes(`alertname: ${alert}`))).toEqual([]);
  });
});
