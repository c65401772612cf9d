import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Caller, newOrganization, newSession, type Organization, serviceA } from '../../support/client.js';
import { call, errorOf, rows } from '../../support/ledger.js';

const folder = mkdtempSync(join(tmpdir(), 'backstop-policies-'));
const FILE = join(folder, 'policies.yaml');
const STATE = join(folder, 'state.txt');
afterAll(() => {
  rmSync(folder, { recursive: true });
  return rows.end();
});

interface Ran {
  readonly code: number;
  readonly out: string;
}

const run = (command: string, parameters: readonly string[], env: object) =>
  new Promise<Ran>((resolve) => {
    const options = { env: { ...process.env, BACKSTOP_URL: serviceA.url, ...env } };
    execFile(command, parameters, options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr }),
    );
  });
const policies = (token: string, ...parameters: string[]) =>
  run(process.execPath, ['scripts/policies.mjs', ...parameters], { BACKSTOP_TOKEN: token });

async function tokenOf({ operator }: Organization, scope: string): Promise<string> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  return (await operator.post('/me/tokens', { name: scope, expiresAt, scopes: [scope] })).body.data.token;
}

const namesOf = async (operator: Caller) =>
  (await operator.get('/policies/state')).body.data.policies.map(({ name }: { name: string }) => name).sort();

describe('POST /policies/changes', () => {
  const refunds = { name: 'Refunds', apiNamePattern: 'stripe.refunds.*', action: 'BLOCK' };

  it('makes all changes or none, with one audit entry for each', async () => {
    const { operator, id } = await newOrganization();
    const old = (await operator.post('/policies', { name: 'A', apiNamePattern: 'a.*', action: 'ALLOW' })).body.data;
    const other = (await operator.post('/policies', { name: 'B', apiNamePattern: 'b.*', action: 'ALLOW' })).body.data;
    const gone = (await operator.post('/policies', { apiNamePattern: 'c.*', action: 'ALLOW' })).body.data;
    const { state } = (await operator.get('/policies/state')).body.data;
    const changes = {
      state,
      unmatched: 'REQUIRE_APPROVAL',
      create: [refunds],
      change: [
        { id: old.id, name: 'B' },
        { id: other.id, name: 'A' },
      ],
      delete: [gone.id],
    };
    const wrong = { ...changes, create: [refunds, { ...refunds, apiNamePattern: '' }] };
    expect(errorOf(await operator.post('/policies/changes', wrong))).toBe('validation-failed');
    const twice = { ...changes, create: [refunds, refunds] };
    expect(errorOf(await operator.post('/policies/changes', twice))).toBe('conflict');
    expect((await operator.get('/policies/state')).body.data.state).toBe(state);

    const { status, body } = await operator.post('/policies/changes', changes);
    expect(status).toBe(200);
    const said = body.data.policies.map((one: { name: string; apiNamePattern: string }) => [
      one.name,
      one.apiNamePattern,
    ]);
    expect([body.data.unmatched, said]).toEqual([
      'REQUIRE_APPROVAL',
      [
        ['B', 'a.*'],
        ['A', 'b.*'],
        ['Refunds', 'stripe.refunds.*'],
      ],
    ]);
    const { rows: audited } = await rows.query(
      "SELECT action FROM audit_entries WHERE organization_id = $1 AND action LIKE 'policy.%' ORDER BY sequence OFFSET 3",
      [id],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      ...['policy.changed', 'policy.changed', 'policy.deleted', 'policy.created', 'policy.settings-changed'],
    ]);
  });

  it('returns 409 policies-changed unless the policies say what the plan read; of eight at once, one is made', async () => {
    const { operator } = await newOrganization();
    const { state } = (await operator.get('/policies/state')).body.data;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        operator.post('/policies/changes', { state, create: [{ ...refunds, name: `R${index}` }] }),
      ),
    );
    const codes = answers.map((answer) => errorOf(answer) ?? `${answer.status}`);
    expect(codes.toSorted()).toEqual(['200', ...Array(7).fill('policies-changed')]);
    expect(await namesOf(operator)).toHaveLength(1);
  });

  it('returns 404 for a policy of another organization, and changes nothing', async () => {
    const [{ operator }, other] = [await newOrganization(), await newOrganization()];
    const { id } = (await other.operator.post('/policies', refunds)).body.data;
    const { state } = (await operator.get('/policies/state')).body.data;
    expect(errorOf(await operator.post('/policies/changes', { state, delete: [id] }))).toBe('not-found');
    const change = [{ id, enabled: false }];
    expect(errorOf(await operator.post('/policies/changes', { state, change }))).toBe('not-found');
    const kept = (await other.operator.get('/policies/state')).body.data.policies;
    expect(kept).toEqual([expect.objectContaining({ id, enabled: true })]);
  });
});

describe('npm run policies', () => {
  it('exports what is there, and plans no change of that', async () => {
    const home = await newOrganization();
    const condition = { all: [{ field: 'payload.amount', operator: 'gt', value: 500 }] };
    const named = {
      name: 'Large: "refunds"',
      apiNamePattern: 'stripe.refunds.*',
      action: 'REQUIRE_APPROVAL',
      condition,
    };
    await home.operator.post('/policies', { ...named, expiresAfterSeconds: 60, onExpiry: 'approve', mode: 'shadow' });
    await home.operator.post('/policies', {
      apiNamePattern: 'crm.*',
      action: 'BLOCK',
      enabled: false,
      reason: 'Ask:\n- us',
    });
    await home.operator.put('/settings/policies', { unmatched: 'REQUIRE_APPROVAL' });
    const token = await tokenOf(home, 'read');
    expect(await policies(token, 'export', FILE)).toEqual({ code: 0, out: '' });
    expect((await policies(token, 'plan', FILE)).out).toContain('Nothing to change.');
    const text = readFileSync(FILE, 'utf8').replace('unmatched: REQUIRE_APPROVAL', 'unmatched: ALLOW');
    writeFileSync(FILE, text.replace('value: 500', 'value: 600'));
    const { out } = await policies(token, 'plan', FILE);
    expect(out).toContain('2 changes:');
    expect(out).toContain('~ unmatched: REQUIRE_APPROVAL → ALLOW');
    expect(out).toContain('in the last 30 days: 0 calls of 0 operations that no policy names');
  });

  it('names groups of approvers, and refuses the name of none', async () => {
    const organization = await newOrganization();
    const { operator } = organization;
    const token = await tokenOf(organization, 'policies');
    for (const name of ['finance', 'legal']) await operator.post('/team/groups', { name });
    const gate = { name: 'Refunds', apiNamePattern: 'stripe.refunds.*', action: 'REQUIRE_APPROVAL' };
    const file = (more: object) => writeFileSync(FILE, JSON.stringify({ policies: [{ ...gate, ...more }] }));
    file({ approvers: ['legal', 'finance'], allowRequester: false });
    expect((await policies(token, 'plan', FILE)).code).toBe(0);
    expect((await policies(token, 'apply', FILE)).out).toContain('Applied.');
    const [made] = (await operator.get('/policies')).body.data;
    const groups = (await operator.get('/team/groups')).body.data;
    expect(made).toMatchObject({ allowRequester: false, approvers: groups.map(({ id }: { id: string }) => id).sort() });
    await policies(token, 'export', FILE);
    expect(parse(readFileSync(FILE, 'utf8')).policies).toEqual([
      { ...gate, approvers: ['finance', 'legal'], allowRequester: false },
    ]);
    expect((await policies(token, 'plan', FILE)).out).toContain('Nothing to change.');
    file({ approvers: ['finance'] });
    expect((await policies(token, 'plan', FILE)).out).toContain('approvers: ["finance","legal"] → ["finance"]');
    file({ approvers: ['Finance'] });
    const unknown = await policies(token, 'plan', FILE);
    expect([unknown.code, unknown.out]).toEqual([
      1,
      expect.stringContaining('The organization has no group "Finance".'),
    ]);
  });

  it('plans with what each change would have done, and applies it with the planned state alone', async () => {
    const home = await newOrganization();
    const { operator, agent } = home;
    const [read, write] = [await tokenOf(home, 'read'), await tokenOf(home, 'policies')];
    await operator.post('/policies', { name: 'Old', apiNamePattern: 'mail.*', action: 'ALLOW' });
    const session = await newSession(agent);
    for (let index = 0; index < 3; index++) await agent.post(`/sessions/${session}/actions`, call());
    const apiNamePattern = call().apiName;
    writeFileSync(
      FILE,
      `policies:\n  - name: New\n    apiNamePattern: ${apiNamePattern}\n    action: REQUIRE_APPROVAL\n    condition: { field: session.calls, operator: gte, value: 1 }\n`,
    );
    const planned = await policies(read, 'plan', FILE, '--state-file', STATE);
    expect(planned.code).toBe(0);
    expect(planned.out).toContain(`+ create "New": ${apiNamePattern} → REQUIRE_APPROVAL`);
    expect(planned.out).toContain('with it, in the last 30 days: matched 2, held up 2, blocked 0 of 3 calls');
    expect(planned.out).toContain('- delete "Old": mail.* → ALLOW');

    // The token of a pull request cannot apply.
    const refused = await policies(read, 'apply', FILE, '--state-file', STATE);
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('403')]);
    await operator.post('/policies', { name: 'Meanwhile', apiNamePattern: 'x.*', action: 'BLOCK' });
    const late = await policies(write, 'apply', FILE, '--state-file', STATE);
    expect([late.code, late.out]).toEqual([1, expect.stringContaining('Nothing was changed')]);
    expect(await namesOf(operator)).toEqual(['Meanwhile', 'Old']);

    await policies(read, 'plan', FILE, '--state-file', STATE);
    expect((await policies(write, 'apply', FILE, '--state-file', STATE)).code).toBe(0);
    expect(await namesOf(operator)).toEqual(['New']);
    const again = await policies(write, 'apply', FILE, '--state-file', STATE);
    expect([again.code, again.out]).toEqual([0, 'Nothing to change.\n']);
  });

  it('plans with how many of the calls that a change would have stopped were later undone', async () => {
    const home = await newOrganization();
    const [session, token] = [await newSession(home.agent), await tokenOf(home, 'read')];
    const logged = async () =>
      (await home.agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS', response: {} }))).body.data;
    const [undone] = [await logged(), await logged()];
    const planOf = async (text: string) => {
      writeFileSync(FILE, text);
      return (await policies(token, 'plan', FILE)).out;
    };
    const [blocks, asks] = ['BLOCK', 'REQUIRE_APPROVAL'].map(
      (action) => `policies:\n  - { name: New, apiNamePattern: ${undone.apiName}, action: ${action} }\n`,
    ) as [string, string];
    expect(await planOf(blocks)).toContain('matched 2, held up 0, blocked 2 of 2 calls');
    await rows.query("UPDATE actions SET status = 'ROLLED_BACK' WHERE id = $1", [undone.id]);
    expect(await planOf(blocks)).toContain('matched 2, held up 0, blocked 2 (1 later undone) of 2 calls');
    expect(await planOf(asks)).toContain('matched 2, held up 2 (1 later undone), blocked 0 of 2 calls');
    expect(await planOf('unmatched: BLOCK\npolicies: []\n')).toContain(
      '2 calls of 1 operations that no policy names, 1 later undone',
    );
  });

  it.each([
    ['no list of policies', 'unmatched: ALLOW', 'needs a list "policies"'],
    ['a policy without name and id', 'policies: [{ apiNamePattern: a, action: BLOCK }]', 'needs a name'],
    ['an unknown member', 'policies: [{ name: a, apiNamePattern: a, action: BLOCK, acton: x }]', '"acton"'],
    ['a name twice', `policies: [${'{ name: a, apiNamePattern: a, action: BLOCK },'.repeat(2)}]`, 'Two policies'],
    [
      'a condition that means nothing',
      'policies: [{ name: a, apiNamePattern: a, action: BLOCK, condition: { x: 1 } }]',
      '400',
    ],
  ])('refuses a file with %s', async (_, text, message) => {
    writeFileSync(FILE, text);
    const { code, out } = await policies(await tokenOf(await newOrganization(), 'read'), 'plan', FILE);
    expect([code, out]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('The workflow of docs/how-to/policies-in-git.md', () => {
  const page = readFileSync('docs/how-to/policies-in-git.md', 'utf8');
  const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  const [, , text = ''] = blocks.findLast(([, language]) => language === 'yaml') ?? [];

  it('plans on a pull request and applies on the merge, with commands that a shell reads and that do it', async () => {
    const workflow = parse(text);
    expect(workflow.on.pull_request.paths).toEqual(workflow.on.push.paths);
    const { plan, apply } = workflow.jobs;
    expect([plan.if, apply.if]).toEqual(["github.event_name == 'pull_request'", "github.event_name == 'push'"]);
    const steps: { run?: string; env?: Record<string, string> }[] = [...plan.steps, ...apply.steps];
    for (const { run: script } of steps.filter(({ run }) => run !== undefined))
      expect(await run('bash', ['-n', '-c', script ?? ''], {})).toEqual({ code: 0, out: '' });

    const home = await newOrganization();
    const secrets: Record<string, string> = {
      '${{ secrets.BACKSTOP_READ_TOKEN }}': await tokenOf(home, 'read'),
      '${{ secrets.BACKSTOP_POLICIES_TOKEN }}': await tokenOf(home, 'policies'),
    };
    writeFileSync(FILE, blocks.find(([, language]) => language === 'yaml')?.[2] ?? '');
    const commands = steps.filter(({ run }) => run?.includes('npm run'));
    expect(commands).toHaveLength(2);
    for (const { run: script = '', env } of commands) {
      const token = secrets[env?.BACKSTOP_TOKEN ?? ''];
      const more = { BACKSTOP_TOKEN: token, GITHUB_STEP_SUMMARY: join(folder, 'summary') };
      // The job runs it in a clone beside the file.
      const placed = script.replaceAll('../', `${folder}/`);
      const ran = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', placed], more);
      expect([script, ran.code, ran.out]).toEqual([script, 0, expect.stringContaining('1 change:')]);
    }
    expect(await namesOf(home.operator)).toEqual(['Large refunds']);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toContain('+ create "Large refunds"');
  });
});
