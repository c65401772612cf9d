import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, undo } from '../../src/connectors/connector.testkit.js';
import { github } from '../../src/connectors/github/github.connector.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { newOrganization, newSession } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { owner, startGitHub } from '../support/github.js';
import { governed } from '../support/governed.js';

let there: Awaited<ReturnType<typeof startGitHub>>;
let agent: typeof there.agent;
let context: typeof there.context;
let newIssue: typeof there.newIssue;
let trip: typeof there.trip;

beforeAll(async () => {
  there = await startGitHub();
  ({ agent, context, newIssue, trip } = there);
});

afterAll(() => there.stop());

type Issue = Awaited<ReturnType<typeof newIssue>>;

/** Reads an issue without the members that GitHub writes by itself. */
const issueState = (at: Issue) => async () => {
  const { data } = await agent.rest.issues.get(at);
  const { title, body, state, locked, active_lock_reason, milestone } = data;
  const labels = data.labels.map((label) => (typeof label === 'string' ? label : label.name)).sort();
  const assignees = data.assignees?.map(({ login }) => login);
  return { title, body, state, locked, active_lock_reason, labels, assignees, milestone: milestone?.number ?? null };
};

const comments = (at: Issue) => async () => (await agent.rest.issues.listComments(at)).data.map(({ body }) => body);

describe('the github connector', () => {
  const capture = (more: Partial<ConnectorContext>, repo = 'nowhere') =>
    github.capture(
      { apiName: 'github.issues.update', payload: { owner, repo, issue_number: 1, title: 'x' } },
      { ...context, ...more },
    );

  it('knows whether a call of unknown outcome happened', async () => {
    const at = await newIssue();
    const call = trip('github.issues.update', { ...at, title: 'Fine' }, issueState(at));
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await github.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await agent.rest.issues.update({ ...at, title: 'Fine' });
    expect(await github.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await agent.rest.issues.update({ ...at, title: 'Other' });
    expect(await github.probeOutcome(effect, context)).toEqual(UNKNOWN);
    const create = trip('github.issues.createComment', { ...at, body: 'x' }, comments(at));
    expect(await github.probeOutcome(await perform({ ...create, act: async () => undefined }), context)).toEqual(
      UNKNOWN,
    );
  });

  it('distinguishes an issue that is gone from a repository that the credential does not see', async () => {
    const at = await newIssue();
    const effect = await perform(trip('github.issues.createComment', { ...at, body: 'x' }, comments(at)));
    const somewhere = { ...effect, payload: { ...effect.payload, repo: 'nowhere' } };
    const call = trip('github.issues.createComment', effect.payload, comments(at));
    expect(await undo(call, somewhere)).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('does not see admin/nowhere'),
    });
    expect(await capture({})).toEqual({
      captured: false,
      reason: expect.stringContaining('does not see admin/nowhere'),
    });
    expect(await capture({}, at.repo)).toMatchObject({ captured: true });
  });

  it('says that the undo failed where the credential may only read', async () => {
    const { repo } = await newIssue();
    const at = { owner, repo, ref: 'heads/main' };
    const { sha } = (await agent.rest.git.getRef(at)).data.object;
    const refs = async () => (await agent.rest.git.listMatchingRefs({ ...at, ref: 'heads/' })).data.length;
    const call = trip('github.git.createRef', { owner, repo, ref: 'refs/heads/new', sha }, refs);
    const effect = await perform(call);
    const report = await undo({ ...call, context: there.guest }, effect);
    expect(report).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('the provider answered 403') });
    expect(await refs()).toBe(2);
  });

  it('says in words why a capture failed: no token, a private host, an unreachable server, http to the open network', async () => {
    const { baseUrl = '' } = context.credentials;
    const reason = (text: string) => ({ captured: false, reason: expect.stringContaining(text) });
    expect(await capture({ credentials: { baseUrl } })).toEqual(reason('no token'));
    expect(await capture({ allowedPrivateHosts: [] })).toEqual(reason('does not allow its host'));
    const secure = { token: 'x', baseUrl: baseUrl.replace('http:', 'https:') };
    expect(await capture({ credentials: secure, allowedPrivateHosts: [] })).toEqual(reason('not a public host'));
    expect(await capture({ credentials: { token: 'x', baseUrl: `http://127.0.0.1:${await freePort()}` } })).toEqual(
      reason('ECONNREFUSED'),
    );
    await github.probe(context);
    await expect(
      github.probe({ ...context, credentials: { token: 'x', baseUrl: `${baseUrl}/nowhere` } }),
    ).rejects.toThrow('404');
  });

  it('captures nothing for a payload that it does not know, or that steps out of the repository', async () => {
    const of = (apiName: string, payload: JsonObject) => github.capture({ apiName, payload }, context);
    const at = { owner, repo: 'nowhere', issue_number: 1 };
    const unknown = await of('github.issues.update', { ...at, assignee: 'me' });
    expect(unknown).toEqual({ captured: false, reason: expect.stringContaining('assignee') });
    const up = await of('github.issues.update', { ...at, owner: '..', title: 'x' });
    expect(up).toEqual({ captured: false, reason: expect.stringContaining('steps up') });
    expect(await of('github.pulls.merge', {})).toEqual({
      captured: false,
      reason: 'Nothing undoes "github.pulls.merge".',
    });
  });
});

describe('a session on GitHub', () => {
  it('is rolled back by the service, as its plan said', async () => {
    const at = await newIssue({ labels: ['bug'] });
    const before = await issueState(at)();
    const { operator, agent: caller } = await newOrganization();
    await operator.put('/settings/credentials/github', { values: { ...context.credentials } });
    const session = await newSession(caller);
    await governed(
      caller,
      session,
      trip('github.issues.update', { ...at, title: 'Fine', state: 'closed' }, issueState(at)),
    );
    await governed(caller, session, trip('github.issues.addLabels', { ...at, labels: ['new'] }, issueState(at)));
    await governed(caller, session, trip('github.issues.createComment', { ...at, body: 'Done' }, issueState(at)));
    const { plan } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
    expect(plan.map((step: JsonObject) => [step.class, step.calls])).toEqual([
      ['exact', [expect.stringMatching(/^DELETE .*\/issues\/comments\/\d+$/)]],
      ['exact', [expect.stringContaining('DELETE label "new" of issue')]],
      ['exact', [expect.stringContaining('PATCH /repos/admin/')]],
    ]);
    const answer = await caller.post(`/sessions/${session}/rollback`);
    expect(answer.body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await issueState(at)()).toEqual(before);
    expect((await agent.rest.issues.listComments(at)).data).toEqual([]);
  });
});
