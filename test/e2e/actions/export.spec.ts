import {
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { errorOf, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

afterAll(() => rows.end());

interface Line {
  readonly cursor: string;
  readonly action: { readonly id: string; readonly payload: object; readonly agentId: string } | null;
}

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

async function exported(operator: Caller, query = ''): Promise<Line[]> {
  const { status, headers, body } = await operator.get(`/export/actions${query}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  return linesOf(body);
}

const idsOf = (lines: readonly Line[]) => lines.flatMap(({ action }) => (action ? [action.id] : []));
const cursorOf = (lines: readonly Line[]) => lines.at(-1)?.cursor ?? '';

/** Goes on after each last cursor until so many actions came: a transaction of another suite may hold an export back. */
async function collect(operator: Caller, count: number, from = ''): Promise<string[]> {
  const ids: string[] = [];
  let query = from;
  await eventually(
    async () => {
      const lines = await exported(operator, query);
      query = `?cursor=${cursorOf(lines)}`;
      ids.push(...idsOf(lines));
      return ids.length;
    },
    (length) => length >= count,
    60_000,
  );
  return ids;
}

/** Records an action in a transaction of its own, which a test ends. */
async function slowWriter(organization: Organization, session: string) {
  const client = await rows.connect();
  await client.query('BEGIN');
  const { rows: made } = await client.query(
    `INSERT INTO actions (id, organization_id, session_id, sequence, api_name, operation_type, payload, payload_hash, status,
       policy_decision)
     VALUES (gen_random_uuid(), $1, $2, 1000, 'crm.customer.get', 'READ', '{}', 'a hash', 'CLEARED', 'ALLOW') RETURNING id`,
    [organization.id, session],
  );
  const commit = async () => {
    await client.query('COMMIT');
    client.release();
  };
  return { id: made[0].id as string, commit };
}

describe('GET /export/actions', () => {
  it('sends each action once in the order of recording, with its agent, and says at the end that all was sent', async () => {
    const { agent, operator, testAgent } = await newOrganization();
    const labels = { tier: 'gold' };
    const opened = await agent.post('/sessions', {
      agentId: 'billing-agent',
      intent: 'refund',
      labels,
      onBehalfOf: 'kim',
    });
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(await logged(agent, opened.body.data.id, { payload: { n } }));
    ids.push(await logged(testAgent, await newSession(testAgent)));
    expect(await collect(operator, 4)).toEqual(ids);

    const lines = await exported(operator.at(serviceB));
    expect(lines.at(-1)?.action).toBeNull();
    expect(lines.slice(0, -1).every(({ action }) => action !== null)).toBe(true);
    const one = await operator.get(`/sessions/${opened.body.data.id}/actions?limit=1`);
    const facts = { agentId: 'billing-agent', onBehalfOf: 'kim', labels };
    expect(lines[0]?.action).toEqual({ ...one.body.data[0], ...facts });
    expect(lines[3]?.action).toMatchObject({ simulated: true });
  });

  it('begins after the cursor of any line, also where the connection was cut', async () => {
    const { agent, operator } = await newOrganization();
    const session = await newSession(agent);
    const ids: string[] = [];
    for (let n = 0; n < 24; n++) ids.push(await logged(agent, session, { payload: { text: 'x'.repeat(200_000) } }));
    await collect(operator, ids.length);

    const cut = new AbortController();
    const { body } = await fetch(`${serviceA.url}/export/actions`, {
      headers: { authorization: `Bearer ${operator.credential}` },
      signal: cut.signal,
    });
    let text = '';
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.split('\n').length > 3) break;
    }
    cut.abort();
    const read = linesOf(text.slice(0, text.lastIndexOf('\n')));
    expect(read.length).toBeLessThan(ids.length);
    const rest = await exported(operator.at(serviceB), `?cursor=${cursorOf(read)}`);
    expect([...idsOf(read), ...idsOf(rest)]).toEqual(ids);
  });

  it('sends no action while an earlier one may still be committed, so that a cursor passes none', async () => {
    const organization = await newOrganization();
    const { agent, operator } = organization;
    const session = await newSession(agent);
    const first = await logged(agent, session);
    expect(await collect(operator, 1)).toEqual([first]);
    const slow = await slowWriter(organization, session);
    const later = await logged(agent, session);
    const meanwhile = await exported(operator);
    await slow.commit();
    expect(idsOf(meanwhile)).toEqual([first]);
    expect(await collect(operator, 2, `?cursor=${cursorOf(meanwhile)}`)).toEqual([slow.id, later]);
  });

  it('misses and repeats no action that two processes record while it is read', async () => {
    const { agent, operator } = await newOrganization();
    const sessions = await Promise.all(Array.from({ length: 4 }, () => newSession(agent)));
    const recorded: string[] = [];
    const recording = Promise.all(
      sessions.map(async (session, n) => {
        const caller = agent.at(n % 2 ? serviceA : serviceB);
        for (let call = 0; call < 25; call++) recorded.push(await logged(caller, session));
      }),
    );
    const seen = await collect(operator, 100);
    await recording;
    expect([...seen].sort()).toEqual(recorded.sort());
  });

  it('begins at a moment, and a cursor of it does not lead back before', async () => {
    const { agent, operator } = await newOrganization();
    const session = await newSession(agent);
    const before = await logged(agent, session);
    expect(await collect(operator, 1)).toEqual([before]);
    const since = encodeURIComponent(new Date(Date.now() + 1).toISOString());
    const none = await exported(operator, `?since=${since}`);
    expect(idsOf(none)).toEqual([]);
    const after = await logged(agent, session);
    expect(await collect(operator, 1, `?cursor=${cursorOf(none)}`)).toEqual([after]);
    expect(idsOf(await exported(operator, `?since=${since}`))).toEqual([after]);
    expect(errorOf(await operator.get('/export/actions?since=yesterday'))).toBe('validation-failed');
  });

  it('refuses a cursor of another organization, one that was changed, and what is none', async () => {
    const [mine, theirs] = [await newOrganization(), await newOrganization()];
    const action = await logged(mine.agent, await newSession(mine.agent));
    expect(await collect(mine.operator, 1)).toEqual([action]);
    const cursor = cursorOf(await exported(mine.operator));
    const bytes = Buffer.from(cursor, 'base64url');
    const changed = Array.from(bytes.keys(), (at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    const others = ['', action, cursor.slice(1), cursor.slice(0, -4), `${cursor}' OR true`, 'x'.repeat(301)];
    for (const one of [...changed, ...others]) {
      const refused = await mine.operator.get(`/export/actions?cursor=${encodeURIComponent(one)}`);
      expect([one, refused.status, refused.body.error?.errors[0].field]).toEqual([one, 400, 'cursor']);
    }
    expect(errorOf(await theirs.operator.get(`/export/actions?cursor=${cursor}`))).toBe('validation-failed');
    expect(idsOf(await exported(theirs.operator))).toEqual([]);
    expect(idsOf(await exported(mine.operator.at(serviceB), `?cursor=${cursor}`))).toEqual([]);
  });

  it('is for operators and for personal tokens that may read', async () => {
    const { agent, operator } = await newOrganization();
    const token = async (scope: string) => {
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      const made = await operator.post('/me/tokens', { name: unique('token'), expiresAt, scopes: [scope] });
      return new Caller(serviceB, made.body.data.token);
    };
    expect(errorOf(await agent.get('/export/actions'))).toBe('operator-required');
    expect(errorOf(await new Caller(serviceA, null).get('/export/actions'))).toBe('unauthenticated');
    expect(errorOf(await (await token('decide')).get('/export/actions'))).toBe('scope-missing');
    expect(errorOf(await (await token('policies')).get('/export/actions'))).toBe('scope-missing');
    expect((await exported(await token('read'))).at(-1)?.action).toBeNull();
  });
});
