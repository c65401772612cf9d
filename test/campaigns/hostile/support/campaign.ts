import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changesBetween, digestOf } from '../../../e2e/matrix/support/digest.js';
import { nameOf, ROUTES } from '../../../e2e/matrix/support/routes.js';
import { ROWS } from '../../../e2e/matrix/support/rows.js';
import { type Caller, newOrganization, newSession, type Organization, unique } from '../../../support/client.js';
import { fill } from '../../../support/everything.js';
import { newOwnDatabase, type OwnDatabase } from '../../../support/own-database.js';
import { childrenOf, memoryOfProcess, memoryOfTree } from '../../../support/process-tree.js';
import { Attacker, type Found, type Order } from './attack.js';
import { Bystander, p99 } from './bystander.js';
import { type LoopDelay, type Probed, startProbed } from './loop-delay.js';

/** The size of a campaign. */
export interface Size {
  readonly requests: number;
  /** Requests a second, of attack and control alike. */
  readonly rate: number;
  /** Rounds of quiet, control and attack, each in turn, so that other load of the machine affects all alike. */
  readonly rounds: number;
  /** The length of the quiet and of the control phase in each round, in milliseconds. 0: neither is measured. */
  readonly pauseMs: number;
  /** True: the memory is measured once more after a moment without an attack. */
  readonly waitsForMemory: boolean;
}

export interface Campaign extends Pick<Found, 'sent' | 'statuses' | 'kinds' | 'breaches'> {
  readonly perSecond: number;
  /** Tables in which rows of an organization that did nothing were changed. */
  readonly changed: readonly string[];
  /** The bystander's 99th percentile in milliseconds. */
  readonly p99: { readonly quiet: number; readonly control: number; readonly attacked: number };
  /** The number of its requests that got 503, or an answer that was cut off. */
  readonly unanswered: number;
  readonly asked: { readonly quiet: number; readonly control: number; readonly attacked: number };
  /** The longest of both processes while attacked. */
  readonly loop: LoopDelay;
  /**
   * The memory of both processes in MB, before the attack, at its end and at most a minute later. Each also has
   * interpreters, of which one stays with the libraries that it has loaded; `children` is their memory at the end.
   */
  readonly memory: {
    readonly before: number;
    readonly attacked: number;
    readonly after: number;
    readonly afterMs: number;
    readonly children: number;
  };
}

const MEMORY_BACK_WITHIN_MS = 60_000;
/** The most that an interpreter holds, of which each process keeps one (docs/operations.md, "Interpreters"). */
export const INTERPRETER_MB = 256;
/** The factor by which memory may grow: a larger heap keeps some of it for later. */
const MEMORY_MAY_GROW_BY = 1.5;
const DELIVERY_ENDS_WITHIN_MS = 2_000;
const TELLS_EACH_MS = 5_000;

const DIRECT: Readonly<Record<string, object>> = {
  'POST /sessions': { agentId: 'hostile', intent: 'x' },
  'POST /agents': { slug: 'hostile' },
};

/** Each route with a valid body. */
const routes = ROUTES.map(({ method, path }) => {
  const { body } = ROWS[nameOf({ method, path })] ?? {};
  return { method, path, body: typeof body === 'object' ? body : (DIRECT[nameOf({ method, path })] ?? null) };
});

/** Attacks two processes of the service over one database, beside organizations that have nothing to do with it. */
export async function attackTwoProcesses(seed: string, only: readonly number[] | null, size: Size): Promise<Campaign> {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-hostile-'));
  const database = await newOwnDatabase();
  const probed: Probed[] = [];
  const attacker = await Attacker.start(size.pauseMs > 0);
  try {
    for (const name of ['a', 'b']) {
      const settings = { DATABASE_URL: database.serviceUrl, QUOTA_TEAM: '100000000' };
      probed.push(await startProbed(directory, name, settings));
    }
    return await attack(database, probed, attacker, { seed, only, size });
  } finally {
    await attacker.stop();
    await Promise.all(probed.map(({ service }) => service.stop()));
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Plan {
  readonly seed: string;
  readonly only: readonly number[] | null;
  readonly size: Size;
}

async function attack(
  { superuser }: OwnDatabase,
  probed: readonly Probed[],
  attacker: Attacker,
  { seed, only, size }: Plan,
): Promise<Campaign> {
  const services = probed.map(({ service }) => service);
  const [first] = services;
  if (!first) throw new Error('there is no service');
  const [victim, other] = [await newOrganization(first), await newOrganization(first)];
  const marker = unique('of-the-victim');
  await fill(victim, marker, superuser);
  const bystander = new Bystander(other, services);
  const strangers = await idsOf(victim);
  await endDeliveries(victim);
  const before = await digestOf(superuser, [victim.id]);
  const base = {
    ...{ urls: services.map(({ url }) => url), routes, seed, rate: size.rate, strangers },
    ...{ secrets: [marker, victim.email, other.email] },
  };
  const plain: Order = { ...base, requests: 0, only: null, isPlain: true };
  // A warm service keeps its memory: the comparison is with a service that has worked.
  await attacker.carryOut({ ...plain, requests: size.rate * 2 });
  const memoryBefore = memoryOf(services);
  for (const { delay } of probed) await delay();

  const took = { quiet: [] as number[], control: [] as number[], attacked: [] as number[] };
  const found: Found[] = [];
  let sent = 0;
  for (let round = 0; round < size.rounds; round++) {
    if (size.pauseMs > 0) {
      took.quiet.push(...(await during(bystander, sleep(size.pauseMs))));
      const requests = (size.rate * size.pauseMs) / 1_000;
      took.control.push(...(await during(bystander, attacker.carryOut({ ...plain, requests }))));
    }
    const order: Order = { ...base, requests: Math.ceil(size.requests / size.rounds), only, isPlain: false };
    const said = progress(size.requests, sent, services);
    const attacking = attacker.carryOut(order, said).then((one) => found.push(one));
    took.attacked.push(...(await during(bystander, attacking)));
    sent = found.reduce((sum, one) => sum + one.sent, 0);
    if (size.rounds > 1)
      process.stderr.write(`round ${round + 1} of ${size.rounds}: p99 ${JSON.stringify(p99sOf(took))}\n`);
    if (found.some(({ breaches }) => breaches.length > 0)) break;
  }
  const attacked = memoryOf(services);
  const loops = await Promise.all(probed.map(({ delay }) => delay()));
  const after = await memoryAfter(services, memoryBefore, size.waitsForMemory);
  const changed = changesBetween(before, await digestOf(superuser, [victim.id]));
  await bystander.expectNothingLost();
  const { unanswered } = bystander;
  return {
    ...{ sent, changed, breaches: found.flatMap(({ breaches }) => breaches) },
    perSecond: found.reduce((sum, { perSecond }) => sum + perSecond, 0) / found.length,
    statuses: summed(found.map(({ statuses }) => statuses)),
    kinds: summed(found.map(({ kinds }) => kinds)),
    p99: p99sOf(took),
    unanswered,
    asked: { quiet: took.quiet.length, control: took.control.length, attacked: took.attacked.length },
    loop: {
      clockMs: Math.max(...loops.map(({ clockMs }) => clockMs)),
      ownMs: Math.max(...loops.map(({ ownMs }) => ownMs)),
    },
    memory: { before: memoryBefore, attacked, ...after },
  };
}

type Took = Readonly<Record<'quiet' | 'control' | 'attacked', readonly number[]>>;

const p99sOf = ({ quiet, control, attacked }: Took) => ({
  quiet: p99(quiet),
  control: p99(control),
  attacked: p99(attacked),
});

/** @returns the durations of the bystander's requests while `work` ran */
async function during(bystander: Bystander, work: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const ending = work.finally(() => {
    isOver = true;
  });
  const took = await bystander.workFor(() => isOver);
  await ending;
  return took;
}

/** Returns the ids of an organization's resources, as an attacker may have learned them. */
async function idsOf({ agent, operator }: Organization): Promise<Record<string, readonly unknown[]>> {
  const ids = async (caller: Caller, path: string): Promise<string[]> =>
    ((await caller.get(path)).body.data as { id: string }[]).map(({ id }) => id);
  return {
    session: [...(await ids(operator, '/sessions')), await newSession(agent)],
    approval: await ids(operator, '/approvals?status=ALL'),
    policy: await ids(operator, '/policies'),
    agent: await ids(operator, '/agents'),
    apiKey: await ids(operator, '/api-keys'),
    webhook: await ids(operator, '/settings/webhooks'),
  };
}

/** Disables the webhooks, because their retries would change rows later. */
async function endDeliveries({ operator }: Organization): Promise<void> {
  for (const { id } of (await operator.get('/settings/webhooks')).body.data as { id: string }[])
    expect((await operator.patch(`/settings/webhooks/${id}`, { enabled: false })).status).toBe(200);
  await sleep(DELIVERY_ENDS_WITHIN_MS);
}

type Processes = readonly { readonly pid: number }[];

const sumOver = (services: Processes, of: (pid: number) => number) =>
  services.reduce((sum, { pid }) => sum + of(pid), 0);
const memoryOf = (services: Processes) => sumOver(services, memoryOfProcess);
const memoryOfChildren = (services: Processes) =>
  sumOver(services, (pid) => childrenOf(pid).reduce((sum, child) => sum + memoryOfTree(child), 0));

/** Measures the memory until it is near its former value, and the interpreters but one of each process have ended. */
async function memoryAfter(
  services: Processes,
  before: number,
  waits: boolean,
): Promise<{ after: number; afterMs: number; children: number }> {
  const begun = performance.now();
  for (;;) {
    const [after, children] = [memoryOf(services), memoryOfChildren(services)];
    const afterMs = performance.now() - begun;
    const isBack = after < before * MEMORY_MAY_GROW_BY && children < services.length * INTERPRETER_MB;
    if (!waits || isBack || afterMs > MEMORY_BACK_WITHIN_MS) return { after, afterMs, children };
    await sleep(500);
  }
}

function progress(all: number, before: number, services: Processes): (sent: number) => void {
  let told = 0;
  return (sent) => {
    if (performance.now() - told < TELLS_EACH_MS) return;
    told = performance.now();
    process.stderr.write(`${before + sent} of ${all} hostile requests, ${memoryOf(services).toFixed(0)} MB\n`);
  };
}

function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
