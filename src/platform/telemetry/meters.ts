import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { installation } from '../installation.js';

/** The metrics of this process, for its operator. Labels are few and fixed: no organization, no id, no URL. */
export const registry = new Registry();
const registers = [registry];

export const requestSeconds = new Histogram({
  name: 'backstop_http_request_duration_seconds',
  help: 'From the arrival of a request to the end of its answer, by route template.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
  registers,
});

export const problems = new Counter({
  name: 'backstop_problems_total',
  help: 'Refusals and failures by their code; docs/errors.md explains each.',
  labelNames: ['code'] as const,
  registers,
});

export const batchItems = new Histogram({
  name: 'backstop_ledger_batch_items',
  help: 'Calls that one statement of the ledger carried.',
  labelNames: ['statement'] as const,
  buckets: [1, 2, 4, 8, 16, 32, 64],
  registers,
});

export const batchSeconds = new Histogram({
  name: 'backstop_ledger_batch_duration_seconds',
  help: 'One statement of the ledger, its commit included.',
  labelNames: ['statement'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
});

export const intentFailures = new Counter({
  name: 'backstop_intent_failures_total',
  help: 'Evaluations of a session that failed. Policies that read its drift match until one succeeds.',
  registers,
});

export const jobFailures = new Counter({
  name: 'backstop_job_failures_total',
  help: 'Runs of a job that failed and will be tried again.',
  labelNames: ['job'] as const,
  registers,
});

export const mailsGivenUp = new Counter({
  name: 'backstop_mails_given_up_total',
  help: 'Mails that no mail server took in time; they are not sent any more.',
  registers,
});

export const webhooksDisabled = new Counter({
  name: 'backstop_webhooks_disabled_total',
  help: 'Receivers that the service disabled: they answered 410 (gone), or failed for too long (failing).',
  labelNames: ['reason'] as const,
  registers,
});

// A rule that compares with an earlier value sees the first event only if the series was there before.
for (const code of ['internal', 'unavailable']) problems.inc({ code }, 0);
for (const reason of ['gone', 'failing']) webhooksDisabled.inc({ reason }, 0);

/** A metric that is computed on each scrape, and costs nothing until then. */
export function watch<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => readonly (readonly [Record<Label, string>, number])[],
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    collect() {
      for (const [labels, value] of read()) this.set(labels, value);
    },
  });
}

// Registered here, because a process may send its metrics by OTLP, or be scraped, or both.
const running = { version: installation.version, node: process.versions.node };
watch('backstop_build_info', 'Always 1; its labels name the running version.', ['version', 'node'], () => [
  [running, 1],
]);
