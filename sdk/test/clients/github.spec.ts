import { Octokit as Rest } from '@octokit/rest';
import { Octokit } from 'octokit';
import { startGitHub } from '../../../test/support/github.js';
import { rollBack } from '../../../test/support/roll-back.js';
import { type Governance, newGovernance } from '../support/governance.js';

let there: Awaited<ReturnType<typeof startGitHub>>;

beforeAll(async () => {
  there = await startGitHub();
});

afterAll(() => there.stop());

async function setup(options: object = {}, governance?: Governance) {
  const values = there.context.credentials as Record<string, string>;
  const setting = governance ?? (await newGovernance({ credentials: { connector: 'github', values } }));
  const wrapped = setting.wrap(newClient(), { connector: 'github', ...options });
  return { ...setting, wrapped, bare: newClient() };
}

const newClient = (options: object = {}) =>
  new Octokit({ auth: 'test_token_admin', baseUrl: there.baseUrl, throttle: { enabled: false }, ...options });
const titleOf = async (at: { owner: string; repo: string; issue_number: number }) =>
  (await there.agent.rest.issues.get(at)).data.title;
const refused = expect.objectContaining({ code: 'ungoverned-call' });

describe('a wrapped Octokit', () => {
  it('reads and pages as the bare client does, and records none of these calls', async () => {
    const { bare, wrapped, actions } = await setup();
    const at = await there.newIssue();
    const { owner, repo } = at;
    for (const title of ['a', 'b', 'c']) await bare.rest.issues.create({ owner, repo, title });
    const list = { owner, repo, per_page: 2 };
    const results = [];
    for (const octokit of [bare, wrapped]) {
      const { data, status } = await octokit.rest.issues.get(at);
      const paged = await octokit.paginate(octokit.rest.issues.listForRepo, list, (page) =>
        page.data.map((one) => one.title),
      );
      const routed = await octokit.paginate('GET /repos/{owner}/{repo}/issues', list);
      const iterated: unknown[] = [];
      for await (const page of octokit.paginate.iterator(octokit.rest.issues.listForRepo, list)) {
        iterated.push(page.data.map(({ number }) => number));
      }
      const requested = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', at);
      results.push({ data, status, paged, routed, iterated, requested: requested.data });
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[0]?.paged).toHaveLength(4);
    expect(wrapped).toBeInstanceOf(Octokit);
    expect(wrapped.rest.issues).toBe(wrapped.rest.issues);
    expect(wrapped.rest.issues.update).toBe(wrapped.rest.issues.update);
    expect(Object.keys(wrapped.rest.issues)).toEqual(Object.keys(bare.rest.issues));
    expect(wrapped.rest.issues.update.endpoint(at).url).toBe(bare.rest.issues.update.endpoint(at).url);
    expect(await actions()).toEqual([]);
  });

  it('asks for a call however it is written: method, route with parameters, route filled in, other package', async () => {
    const { bare, wrapped, actions, wrap } = await setup();
    const rest = wrap(new Rest({ auth: 'test_token_admin', baseUrl: there.baseUrl }), { connector: 'github' });
    const at = await there.newIssue();
    const { owner, repo, issue_number } = at;
    const ways: [string, (octokit: typeof bare) => Promise<{ status: number; data: { title: string } }>][] = [
      ['method', (octokit) => octokit.rest.issues.update({ ...at, title: 'method' })],
      [
        'route',
        (octokit) => octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...at, title: 'route' }),
      ],
      [
        'filled in',
        (octokit) => octokit.request(`patch /repos/${owner}/${repo}/issues/${issue_number}`, { title: 'filled in' }),
      ],
      [
        'object',
        (octokit) =>
          octokit.request({
            method: 'PATCH',
            url: '/repos/{owner}/{repo}/issues/{issue_number}',
            ...at,
            title: 'object',
          }),
      ],
    ];
    for (const [title, way] of ways) {
      const [alone, governed] = [await way(bare), await way(wrapped)];
      expect([governed.status, { ...governed.data, updated_at: null }]).toEqual([
        alone.status,
        { ...alone.data, updated_at: null },
      ]);
      expect(governed.data.title).toBe(title);
    }
    await rest.issues.update({ ...at, title: 'rest' });
    expect(await titleOf(at)).toBe('rest');
    const all = await actions();
    expect(all.map(({ payload }) => payload)).toEqual(
      [...ways.map(([title]) => title), 'rest'].map((title) => ({ ...at, title })),
    );
    for (const action of all) {
      expect(action).toMatchObject({ apiName: 'github.issues.update', operationType: 'UPDATE', status: 'SUCCESS' });
      expect(action.response).toMatchObject({ status: 200, data: { title: action.payload.title } });
      expect(action.snapshot).toMatchObject({ captureFailed: false });
    }
  });

  it('reports what distinguishes the answer of GitHub from every other one: its date, its version and the id of the request', async () => {
    const { wrap, actions } = await setup();
    // The stand-in gives no answer an id, as GitHub does.
    const marked: typeof fetch = async (...asked) => {
      const answer = await fetch(...asked);
      const headers = new Headers(answer.headers);
      headers.set('x-github-request-id', '0400:ADA');
      return new Response(answer.body, { status: answer.status, headers });
    };
    const octokit = wrap(newClient({ request: { fetch: marked } }), { connector: 'github' });
    const { headers } = await octokit.rest.issues.update({ ...(await there.newIssue()), title: 'Marked' });
    const [action] = await actions();
    const { date, etag } = headers;
    expect(date).toEqual(expect.any(String));
    const marks = { date, etag, 'x-github-request-id': '0400:ADA' };
    expect(action?.response.headers).toEqual(JSON.parse(JSON.stringify(marks)));
  });

  it('fails as the bare client does, and is recorded as failed', async () => {
    const { bare, wrapped, actions } = await setup();
    const nowhere = { owner: 'admin', repo: 'nowhere', issue_number: 1, title: 'x' };
    const errors = await Promise.all(
      [bare, wrapped].map((octokit) => octokit.rest.issues.update(nowhere).catch((error: unknown) => error)),
    );
    const shown = errors.map((error) => {
      const { name, status, message } = error as Error & { status: number };
      return { name, status, message, kind: (error as Error).constructor };
    });
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[0]).toMatchObject({ status: 404 });
    expect(await actions()).toMatchObject([{ status: 'FAILED', payload: nowhere }]);
  });

  it('sends nothing that a policy blocks, and nothing round the gate', async () => {
    const { wrapped, policy, actions } = await setup();
    const at = await there.newIssue();
    const issue = `/repos/${at.owner}/${at.repo}/issues/${at.issue_number}`;
    await policy('github.issues.*', 'BLOCK');
    const title = 'round the gate';
    const blocked = { code: 'policy-blocked' };
    await expect(wrapped.rest.issues.update({ ...at, title })).rejects.toMatchObject(blocked);
    await expect(wrapped.request(`PATCH ${there.baseUrl}${issue}`, { title })).rejects.toMatchObject(blocked);
    const update = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
    const named = [
      () => wrapped.request(`PATCH ${issue}?x=1`, { title }),
      () => wrapped.request('PATCH /repositories/1/issues/1', { title }),
      () => wrapped.request('GET /', { method: 'PATCH', url: '/repositories/1/issues/1' }),
      () => wrapped.rest.issues.get({ ...at, title, method: 'PATCH' } as never),
      () => wrapped.paginate(update as never, { ...at, title } as never),
      () => wrapped.paginate(wrapped.rest.issues.update as never, { ...at, title } as never),
    ];
    for (const way of named) await expect(way()).rejects.toMatchObject(blocked);
    await policy('github.commands.*', 'BLOCK');
    const mutation = 'mutation { closeIssue(input: {}) { clientMutationId } }';
    const unnamed = [
      () => wrapped.graphql(mutation),
      () => wrapped.graphql(`query A { viewer { login } } ${mutation.replace('mutation', 'mutation B')}`),
      () => wrapped.request('POST /graphql', { query: 'mutation { x }' }),
      () => wrapped.rest.activity.setThreadSubscription({ thread_id: 1 }),
    ];
    for (const way of unnamed) await expect(way()).rejects.toMatchObject(blocked);
    const made = [
      () => wrapped.rest.issues.update.defaults({ title }),
      () => wrapped.request.defaults({ method: 'PATCH' }),
      () => wrapped.paginate.iterator(update as never, { ...at, title } as never),
    ];
    for (const way of made) expect(way).toThrow(refused);
    expect(await titleOf(at)).toBe('Broken');
    const all = await actions();
    expect(all.map(({ status }) => status)).toEqual(Array(2 + named.length + unnamed.length).fill('BLOCKED'));
    expect(all.at(-1)).toMatchObject({
      apiName: 'github.commands.send',
      operationType: 'EXECUTE',
      payload: { method: 'PUT', path: '/notifications/threads/1/subscription', body: { thread_id: 1 } },
    });
  });

  it('runs what was approved, and is undone', async () => {
    const { wrapped, approve, session, actions } = await setup({ requiresApproval: ['issues.update'] });
    const at = await there.newIssue();
    for (const call of [
      () => wrapped.rest.issues.update({ ...at, title: 'agent' }),
      () => wrapped.request(`PATCH /repos/${at.owner}/${at.repo}/issues/${at.issue_number}`, { title: 'agent' }),
    ]) {
      const update = call();
      await approve((payload) => ({ ...payload, title: 'approved' }));
      expect((await update).data).toMatchObject({ title: 'approved' });
    }
    expect(await actions()).toMatchObject([
      { status: 'SUCCESS', violation: null },
      { status: 'SUCCESS', violation: null },
    ]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await titleOf(at)).toBe('Broken');
  });

  it('does nothing for a test key, and answers what GitHub might', async () => {
    const { wrapped } = await setup({}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    const at = await there.newIssue();
    const { status, data } = await wrapped.rest.issues.update({ ...at, title: 'agent' });
    expect([status, data.title, await titleOf(at)]).toEqual([200, 'agent', 'Broken']);
  });
});
