import { createHash, randomUUID } from 'node:crypto';
import {
  type Answer,
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../../support/client.js';
import { errorOf, rows, setPlan } from '../../../support/ledger.js';
import type { Service } from '../../../support/service.mjs';
import { type Notes, openNotes } from '../../races/support/notes.js';
import { POLICIES } from './policies.js';
import type { Expected, State } from './state.js';

export const NOTE = 'postgres.rows.update';

/** The arguments that the model knows as one number. */
export const payloadOf = (apiName: string, amount: number) =>
  apiName === NOTE ? { table: 'notes', match: { id: amount }, values: { text: 'after' } } : { amount };

/** Returns the hash of the canonical form; an object with one member is already in it. */
export const hashOf = (amount: number) => createHash('sha256').update(JSON.stringify({ amount })).digest('hex');

export interface Ground {
  readonly organization: Organization;
  readonly plan: State['plan'];
  readonly simulated: boolean;
  readonly notes: Notes | null;
  /** Accepted calls of all walks so far. */
  used: number;
}

/** An organization that many sequences share, each in a session and with an agent of its own. */
export async function newGround(plan: State['plan'], simulated: boolean): Promise<Ground> {
  const organization = await newOrganization();
  for (const policy of POLICIES) expect((await organization.operator.post('/policies', policy)).status).toBe(201);
  const notes = simulated || plan === 'FREE' ? null : await openNotes();
  await notes?.admit(organization);
  if (plan === 'FREE') {
    await setPlan(organization.id, 'FREE');
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  return { organization, plan, simulated, notes, used: 0 };
}

/**
 * The session of one sequence at the services, which are asked in turns. It keeps the ids of the resources that the
 * model only counts.
 */
export class Real {
  readonly actions: string[] = [];
  readonly approvals: string[] = [];
  readonly grants: string[] = [];
  readonly precaptures: string[] = [];
  private agentId: string | null = null;
  private turn = 0;

  private constructor(
    readonly ground: Ground,
    readonly slug: string,
    readonly session: string,
  ) {}

  static async begin(ground: Ground): Promise<Real> {
    const slug = unique('walker');
    const { agent, testAgent } = ground.organization;
    return new Real(ground, slug, await newSession(ground.simulated ? testAgent : agent, slug));
  }

  get path(): string {
    return `/sessions/${this.session}`;
  }

  /** Each request goes to the other process than the one before. */
  get agent(): Caller {
    const { agent, testAgent } = this.ground.organization;
    return this.next(this.ground.simulated ? testAgent : agent);
  }

  get operator(): Caller {
    return this.next(this.ground.organization.operator);
  }

  private next(caller: Caller): Caller {
    return caller.at(this.turn++ % 2 ? serviceA : serviceB);
  }

  async turnAgent(status: 'PAUSED' | 'ACTIVE'): Promise<Answer> {
    this.agentId ??= (await this.operator.post('/agents', { slug: this.slug })).body.data.id;
    return this.operator.put(`/agents/${this.agentId}`, { status });
  }

  /** The refusal of a request that cannot be stored, because its precapture does not exist. */
  async probe(service: Service): Promise<string | null> {
    const ask = { apiName: 'allow.call', operationType: 'UPDATE', payload: {}, precaptureId: randomUUID() };
    return errorOf(await this.agent.at(service).post(`${this.path}/actions`, ask));
  }

  /** Moves times in the database, as if time had passed. */
  async age(sql: string, ...values: unknown[]): Promise<void> {
    await rows.query(sql, values);
  }

  async stored<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await rows.query(sql, values)).rows;
  }

  /** After a purge the resources count from 0 again. */
  forget(): void {
    for (const list of [this.actions, this.approvals, this.grants, this.precaptures]) list.length = 0;
  }

  /** Compares an answer with the model's, and remembers the id of a new resource. */
  expect(answer: Answer, expected: Expected): void {
    const { status, code = null, or, action, replayed } = expected;
    const answered = errorOf(answer);
    const failure = answer.status >= 500 ? answer.body.error : undefined;
    expect({ status: answer.status, code: answered, failure }).toEqual({
      status,
      code: answered === or ? or : code,
    });
    const id: string | undefined = answer.body.error ? answer.body.error.actionId : answer.body.data.id;
    if (action === undefined) {
      if (answer.body.error) expect(id).toBeUndefined();
      return;
    }
    this.actions[action] ??= id as string;
    expect(id).toBe(this.actions[action]);
    if (answer.status === 201 || replayed)
      expect(answer.headers.get('idempotency-replayed')).toBe(replayed ? 'true' : null);
  }
}
