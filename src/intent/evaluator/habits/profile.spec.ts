import { createHash } from 'node:crypto';
import { type AgentProfile, NO_PROFILE, noveltyIn, type Taught, taughtBy } from './profile.js';
import type { Usage } from './usage.js';

const usage = (operation: string, target?: string, magnitude?: number): Usage => ({
  operation,
  target: target === undefined ? null : { field: 'channel', name: target },
  size: magnitude === undefined ? null : { field: 'amount', text: String(10 ** magnitude), magnitude },
});
const at = (day: number, session: string, forgotten: readonly string[] = [], vouched: readonly string[] = []) => ({
  day,
  session,
  isForgotten: (key: string) => forgotten.some((one) => one.startsWith(key)),
  isVouched: (key: string) => vouched.some((one) => one.startsWith(key)),
  keyOf: (name: string) => createHash('sha256').update(name).digest('base64').slice(0, 8),
});
const FIRST_DAY = 20_000;
const LAST_DAY = FIRST_DAY + 9;
const ordinary = [usage('stripe.refunds.create', 'eur', 3), usage('slack.chat.postMessage', 'support')];

/** Plays so many sessions a day, each with these calls. */
function worked(profile: AgentProfile, days: readonly number[], each: number, calls: (n: number) => readonly Usage[]) {
  let now = profile;
  for (const day of days) {
    for (let n = 0; n < each; n++) {
      const session = `${day}${String(n).padStart(4, '0')}`.slice(-6);
      now = taughtBy(now, [], calls(n), at(day, session)).profile;
    }
  }
  return now;
}
const days = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
const settled = () => worked(NO_PROFILE, days(FIRST_DAY, 10), 10, () => ordinary);
const novelty = (profile: AgentProfile, one: Usage, forgotten?: readonly string[], vouched?: readonly string[]) =>
  noveltyIn(profile, one, at(LAST_DAY + 5, 'another', forgotten, vouched));

describe('the profile of an agent', () => {
  it('finds nothing unusual before 50 sessions', () => {
    const young = worked(NO_PROFILE, days(FIRST_DAY, 3), 16, () => ordinary);
    expect(novelty(young, usage('stripe.payouts.create'))).toMatchObject({ operation: 0, target: 0, size: 0 });
  });

  it('finds the first use of an operation unusual, and what the agent does each day ordinary', () => {
    expect(novelty(settled(), usage('stripe.payouts.create'))).toMatchObject({ isFirstUse: true, sessions: 100 });
    expect(novelty(settled(), usage('stripe.payouts.create')).operation).toBeGreaterThan(0.9);
    for (const one of ordinary) expect(novelty(settled(), one)).toMatchObject({ operation: 0, target: 0, size: 0 });
  });

  it('finds another target and a larger number of the same operation unusual, and no smaller number', () => {
    expect(novelty(settled(), usage('slack.chat.postMessage', 'strangers')).target).toBeGreaterThan(0.9);
    expect(novelty(settled(), usage('stripe.refunds.create', 'eur', 5)).size).toBeGreaterThan(0.9);
    expect(novelty(settled(), usage('stripe.refunds.create', 'eur', 1)).size).toBe(0);
  });

  it('finds no target unusual where the targets of an operation are new all the time', () => {
    let customer = 0;
    const varied = worked(NO_PROFILE, days(FIRST_DAY, 10), 10, () => [usage('mail.send', `customer-${customer++}`)]);
    expect(novelty(varied, usage('mail.send', 'strangers')).target).toBeLessThan(0.05);
  });

  it('is not made used to an operation by a thousand sessions of one day', () => {
    const burst = worked(settled(), [LAST_DAY + 1], 1_000, () => [usage('stripe.payouts.create')]);
    expect(novelty(burst, usage('stripe.payouts.create')).operation).toBeGreaterThan(0.6);
    const days3 = worked(settled(), days(LAST_DAY + 1, 3), 4, () => [usage('stripe.payouts.create')]);
    expect(novelty(days3, usage('stripe.payouts.create')).operation).toBe(0);
  });

  it('forgets what sessions did that operators marked as drift', () => {
    const taught = worked(settled(), days(LAST_DAY + 1, 3), 1, () => [usage('stripe.payouts.create')]);
    const marked = days(LAST_DAY + 1, 3).map((day) => `${day}0000`.slice(-6));
    expect(novelty(taught, usage('stripe.payouts.create')).operation).toBe(0);
    expect(novelty(taught, usage('stripe.payouts.create'), marked)).toMatchObject({ isFirstUse: true });
    expect(novelty(taught, usage('stripe.payouts.create'), marked).operation).toBeGreaterThan(0.9);
  });

  it('finds ordinary what a session did that operators marked as fine, also once', () => {
    const taught = worked(settled(), [LAST_DAY + 1], 1, () => [usage('stripe.payouts.create', 'eur')]);
    const marked = [`${LAST_DAY + 1}0000`.slice(-6)];
    expect(novelty(taught, usage('stripe.payouts.create')).operation).toBeGreaterThan(0.5);
    expect(novelty(taught, usage('stripe.payouts.create'), [], marked).operation).toBe(0);
    expect(novelty(taught, usage('stripe.transfers.create'), [], marked).operation).toBeGreaterThan(0.9);
  });

  it('does not let a session make itself ordinary', () => {
    const own = at(LAST_DAY + 1, 'itself');
    const { profile } = taughtBy(settled(), [], [usage('stripe.payouts.create')], own);
    expect(noveltyIn(profile, usage('stripe.payouts.create'), own)).toMatchObject({ isFirstUse: true });
  });

  it('loses little of what it finds unusual when a session, or each of 30 sessions, uses many new operations', () => {
    const flood = (n: number) => Array.from({ length: 60 }, (_, at) => usage(`junk.${n}.${at}`));
    const one = taughtBy(settled(), [], flood(0), at(LAST_DAY + 1, 'flood')).profile;
    expect(novelty(one, usage('stripe.payouts.create')).operation).toBeGreaterThan(0.9);
    const thirty = worked(settled(), [LAST_DAY + 1], 30, flood);
    expect(novelty(thirty, usage('stripe.payouts.create')).operation).toBeGreaterThan(0.6);
    for (const ordinaryOne of ordinary) expect(novelty(thirty, ordinaryOne).operation).toBe(0);
  });

  it('has at most 64 KB, whatever the agent does', () => {
    const everything = worked(NO_PROFILE, days(FIRST_DAY, 12), 8, (n) =>
      Array.from({ length: 30 }, (_, at) => usage(`${n}`.repeat(500) + at, 't'.repeat(500) + n + at, (n + at) % 300)),
    );
    expect(Buffer.byteLength(JSON.stringify(everything))).toBeLessThan(65_536);
    expect(Buffer.byteLength(JSON.stringify(everything))).toBeGreaterThan(5_000);
  });

  it('counts a session once, however often it is evaluated', () => {
    let [profile, taught]: [AgentProfile, Taught] = [NO_PROFILE, []];
    for (let n = 0; n < 5; n++) ({ profile, taught } = taughtBy(profile, taught, ordinary, at(FIRST_DAY, 'same')));
    expect(profile.operations).toMatchObject({ sessions: 1, fresh: 1 });
  });
});
