import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { migrate } from '../../../../src/platform/database/migrations.js';
import { provision } from '../../../../src/platform/database/provision.js';
import { newOrganization, type Organization } from '../../../support/client.js';
import { expectConsistentAt } from '../../../support/ledger.js';
import { blocksOf } from '../../../support/page-examples.js';
import { eventually } from '../../../support/patience.mjs';
import { newPool } from '../../../support/pool.js';
import { type PostgresServer, type PostgresWithCopies, startPostgres } from '../../../support/postgres-server.mjs';
import { childrenOf } from '../../../support/process-tree.js';
import { type ServiceProcess, startService } from '../../../support/service.mjs';
import { forwardTo, listenTcp } from '../../../support/tcp.js';
import { comparedWith, type Insistent, startInsistent } from '../support/insistent-agents.js';

/** The commands of the page, in its order. */
const [FENCE = '', PROMOTE = '', CHECK = '', FORGET_STANDBY = ''] = blocksOf(
  readFileSync('docs/how-to/failover.md', 'utf8'),
  'sh',
);

/** An address of PostgreSQL that can be moved to another server, as a virtual IP can. */
async function startAddress(first: PostgresServer) {
  const portOf = ({ host }: PostgresServer) => Number(host.split(':')[1]);
  const open = new Set<Socket>();
  let target: number | null = portOf(first);
  const { port, stop } = await listenTcp((socket) => {
    open.add(socket.on('close', () => open.delete(socket)));
    if (target === null) socket.destroy();
    else forwardTo(target)(socket);
  });
  const moveTo = (server: PostgresServer | null) => {
    target = server && portOf(server);
    for (const socket of open) socket.destroy();
  };
  return { host: `127.0.0.1:${port}`, moveTo, stop };
}

/** A primary and its standby, and two processes of the service that know one address of them. */
class Pair {
  private constructor(
    readonly primary: PostgresWithCopies,
    readonly standby: PostgresServer,
    readonly address: Awaited<ReturnType<typeof startAddress>>,
    readonly services: readonly ServiceProcess[],
    readonly organization: Organization,
    private readonly pools: readonly [old: pg.Pool, promoted: pg.Pool],
    private readonly programs: string,
  ) {}

  static async start(isSynchronous: boolean): Promise<Pair> {
    const primary = await startPostgres();
    const url = (user: string, password: string, name: string) =>
      `postgres://${user}:${password}@${primary.host}/${name}`;
    const { ownerUrl, serviceUrl } = await provision({ superuserUrl: primary.adminUrl, url });
    await migrate(ownerUrl, serviceUrl);
    const inDatabase = ({ adminUrl }: PostgresServer) => {
      const pool = newPool({ connectionString: adminUrl.replace(/[^/]*$/, 'backstop'), max: 2 });
      pool.on('error', () => undefined);
      return pool;
    };
    const old = inDatabase(primary);
    // The standby copies the setting, and follows before the primary waits for it.
    if (isSynchronous) await old.query("ALTER SYSTEM SET synchronous_standby_names = 'walreceiver'");
    const standby = await primary.copy(true);
    await old.query('SELECT pg_reload_conf()');
    const state = isSynchronous ? 'sync' : 'async';
    const followers = () =>
      old.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1", [state]);
    expect((await eventually(followers, ({ rowCount }) => rowCount === 1)).rowCount).toBe(1);
    const address = await startAddress(primary);
    const DATABASE_URL = serviceUrl.replace(/@[^/]*/, `@${address.host}`);
    const services = await Promise.all([1, 2].map(() => startService({ DATABASE_URL, LOG_LEVEL: 'fatal' })));
    const organization = await newOrganization(services[0]);
    const programs = mkdtempSync(join(tmpdir(), 'backstop-programs-'));
    // The machine of the old primary is this one.
    const ssh = `#!/bin/sh\n[ "$*" = "old-primary systemctl stop postgresql" ] || exit 1\nkill -INT ${primary.pid}\nwhile kill -0 ${primary.pid} 2>/dev/null; do sleep 0.1; done\n`;
    writeFileSync(join(programs, 'ssh'), ssh);
    chmodSync(join(programs, 'ssh'), 0o755);
    return new Pair(primary, standby, address, services, organization, [old, inDatabase(standby)], programs);
  }

  get old() {
    return this.pools[0];
  }

  get promoted() {
    return this.pools[1];
  }

  /** Runs a command of the page as an operator would. */
  async run(commands: string): Promise<string> {
    const env = {
      PATH: `${this.programs}:${process.env.PATH}`,
      STANDBY_DATABASE_URL: this.standby.adminUrl,
      BACKSTOP_URL: this.services[0]?.url,
    };
    return (await promisify(execFile)('/bin/sh', ['-eu', '-c', commands], { env })).stdout;
  }

  /** SIGKILL to the primary and to all its sessions. */
  killPrimary(): void {
    for (const pid of [this.primary.pid, ...childrenOf(this.primary.pid)]) process.kill(pid, 'SIGKILL');
  }

  /** The steps of the page after the first one. */
  async failOver(): Promise<void> {
    expect(await this.run(PROMOTE)).toMatch(/\n f\n/);
    this.address.moveTo(this.standby);
  }

  isReady = () =>
    eventually(
      async () => (await this.run(CHECK)).trim(),
      (status) => status === '200',
      30_000,
    );

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.kill('SIGKILL')));
    await Promise.all(this.pools.map((pool) => pool.end()));
    await this.address.stop();
    await this.standby.stop();
    await this.primary.stop();
    rmSync(this.programs, { recursive: true, force: true });
  }
}

const confirmedOf = ({ acknowledged }: Insistent) =>
  [...acknowledged].filter(([, isConfirmed]) => isConfirmed).map(([id]) => id);
const confirms = async (agents: Insistent, more: number) => {
  const from = confirmedOf(agents).length;
  const count = await eventually(
    () => confirmedOf(agents).length,
    (now) => now >= from + more,
    60_000,
  );
  expect(count).toBeGreaterThanOrEqual(from + more);
};
const numberIn = async (pool: pg.Pool) => (await pool.query('SELECT count(*)::int AS n FROM actions')).rows[0].n;

/** The answers that an agent may get while it repeats. */
const MEANWHILE = /^(503 unavailable, Retry-After|no answer)$/;

let pair: Pair;
afterEach(() => pair?.stop());

describe('A failover to a synchronous standby', () => {
  it.each([
    ['was killed', async () => pair.killPrimary()],
    ['was stopped by the command of the page', async () => void (await pair.run(FENCE))],
  ])('loses and doubles nothing that was acknowledged, where the old primary %s', async (_, end) => {
    pair = await Pair.start(true);
    const agents = await startInsistent(pair.organization.agent);
    await confirms(agents, 100);
    await end();
    await pair.failOver();
    // The new primary waits for a standby that it does not have.
    expect((await pair.run(CHECK)).trim()).toBe('503');
    await pair.run(FORGET_STANDBY);
    expect(await pair.isReady()).toBe('200');
    await confirms(agents, 100);
    await agents.stop();
    expect([...agents.refused.keys()].filter((words) => !MEANWHILE.test(words))).toEqual([]);
    expect(await comparedWith(pair.promoted, agents)).toEqual({ lost: [], unknown: [] });
    expect(agents.gone).toEqual([]);
    await expectConsistentAt(pair.promoted, agents.sessions);
  });
});

describe('A failover to an asynchronous standby', () => {
  it('whose primary was killed loses the newest calls alone; their confirmations are 404, and cursors of exports 400', async () => {
    pair = await Pair.start(false);
    const { agent, operator } = pair.organization;
    const agents = await startInsistent(agent);
    await confirms(agents, 100);
    const exported = (await operator.get('/export/actions')).body as string;
    const { cursor } = JSON.parse(exported.trim().split('\n').at(-1) ?? '{}');
    const again = () => operator.get(`/export/actions?cursor=${cursor}`);
    expect((await again()).status).toBe(200);
    const arrived = new Set(confirmedOf(agents));
    const replicated = async () =>
      (await pair.promoted.query("SELECT 1 FROM actions WHERE status = 'SUCCESS'")).rowCount ?? 0;
    await eventually(replicated, (count) => count >= arrived.size);
    // The standby gets nothing more, and the primary acknowledges.
    const { rows } = await pair.old.query('SELECT pid FROM pg_stat_replication');
    process.kill(rows[0].pid, 'SIGSTOP');
    await confirms(agents, 50);
    pair.killPrimary();
    // A busy server takes its first checkpoint some minutes after the failover.
    const { rows: found } = await pair.promoted.query(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'",
    );
    process.kill(found[0].pid, 'SIGSTOP');
    await pair.failOver();
    const cursors = await eventually(again, ({ status }) => status < 500);
    process.kill(found[0].pid, 'SIGCONT');
    expect(cursors.status).toBe(400);
    expect(await pair.isReady()).toBe('200');
    await confirms(agents, 50);
    await agents.stop();
    const { lost, unknown } = await comparedWith(pair.promoted, agents);
    expect(lost.length).toBeGreaterThanOrEqual(50);
    expect(lost.filter((id) => arrived.has(id))).toEqual([]);
    expect(agents.gone.filter((id) => !lost.includes(id))).toEqual([]);
    for (const session of agents.sessions)
      expect((await agent.patch(`/sessions/${session}/actions/${lost.at(-1)}`, { status: 'SUCCESS' })).status).toBe(
        404,
      );
    expect(unknown).toEqual([]);
    await expectConsistentAt(pair.promoted, agents.sessions);
  });

  it('whose primary is alive writes nothing more there once its address is moved; until then agents are told what the new primary never has', async () => {
    pair = await Pair.start(false);
    const agents = await startInsistent(pair.organization.agent);
    await confirms(agents, 100);
    // This is the control: the page says to fence first.
    expect(await pair.run(PROMOTE)).toMatch(/\n f\n/);
    await confirms(agents, 50);
    const without = await comparedWith(pair.promoted, agents);
    expect(without.lost.length).toBeGreaterThanOrEqual(50);

    pair.address.moveTo(null);
    const sessions = () => pair.old.query("SELECT 1 FROM pg_stat_activity WHERE usename = 'backstop_service'");
    await eventually(sessions, ({ rowCount }) => rowCount === 0);
    const fenced = await numberIn(pair.old);
    pair.address.moveTo(pair.standby);
    expect(await pair.isReady()).toBe('200');
    await confirms(agents, 100);
    await agents.stop();
    expect(await numberIn(pair.old)).toBe(fenced);
    const atOld = await comparedWith(pair.old, agents);
    const { lost, unknown } = await comparedWith(pair.promoted, agents);
    // A call that one server lost was acknowledged by the other.
    expect(lost.filter((id) => atOld.lost.includes(id))).toEqual([]);
    expect(lost.length).toBeGreaterThanOrEqual(50);
    expect(unknown).toEqual([]);
    await expectConsistentAt(pair.promoted, agents.sessions);
  });
});
