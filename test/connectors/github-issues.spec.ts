import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, undo } from '../../src/connectors/connector.testkit.js';
import { github } from '../../src/connectors/github/github.connector.js';
import { proved } from '../../src/connectors/proof/proof.js';
import { owner, startGitHub } from '../support/github.js';

let there: Awaited<ReturnType<typeof startGitHub>>;
let agent: typeof there.agent;
let context: typeof there.context;
let newRepository: typeof there.newRepository;
let newIssue: typeof there.newIssue;
let trip: typeof there.trip;

beforeAll(async () => {
  there = await startGitHub();
  ({ agent, context, newRepository, newIssue, trip } = there);
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

describe('issues on GitHub', () => {
  it('get back every field that an update named', async () => {
    const at = await newIssue({ labels: ['bug', 'old'], assignees: [owner] });
    const first = await agent.rest.issues.createMilestone({ ...at, title: 'First' });
    const second = await agent.rest.issues.createMilestone({ ...at, title: 'Second' });
    await agent.rest.issues.update({ ...at, milestone: first.data.number });
    const fields = {
      title: 'Fine',
      body: null,
      state: 'closed',
      labels: ['new'],
      assignees: [],
      milestone: second.data.number,
    };
    await roundTrip(trip('github.issues.update', { ...at, ...fields }, issueState(at)));
  });

  it('are closed again as what they were closed as', async () => {
    const at = await newIssue();
    await agent.rest.issues.update({ ...at, state: 'closed', state_reason: 'not_planned' });
    const reason = async () => (await agent.rest.issues.get(at)).data.state_reason;
    await roundTrip(trip('github.issues.update', { ...at, state: 'open' }, reason));
  });

  it.each(['completed', 'not_planned', 'duplicate'] as const)(
    'that were closed are closed again as before, where the call closed them as %s',
    async (state_reason) => {
      const at = await newIssue();
      await agent.rest.issues.update({ ...at, state: 'closed', state_reason: 'not_planned' });
      await agent.rest.issues.update({ ...at, state: 'closed', state_reason: 'completed' });
      const reason = async () => (await agent.rest.issues.get(at)).data.state_reason;
      const before = await reason();
      for (const state of [{ state: 'closed' }, {}] as JsonObject[]) {
        const call = trip('github.issues.update', { ...at, ...state, state_reason }, reason);
        const effect = await perform(call);
        expect((await undo(call, effect)).outcome).toBe('done');
        expect(await reason()).toBe(before);
      }
    },
  );

  it('get back their reason from a GitHub that reads it only where the state changes', async () => {
    const at = await newIssue();
    await agent.rest.issues.update({ ...at, state: 'closed', state_reason: 'not_planned' });
    const strict = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request;
      const sent = method === 'PATCH' ? JSON.parse(await text(request)) : {};
      const isClosed = (await agent.rest.issues.get(at)).data.state === 'closed';
      const { state_reason: _, ...others } = sent;
      const body = method === 'PATCH' && JSON.stringify(isClosed && sent.state !== 'open' ? others : sent);
      const passed = { authorization: headers.authorization ?? '', 'content-type': 'application/json' };
      const answer = await fetch(there.baseUrl + url, { method, headers: passed, ...(body && { body }) });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(strict, 'listening');
    const baseUrl = `http://127.0.0.1:${(strict.address() as AddressInfo).port}`;
    const reason = async () => (await agent.rest.issues.get(at)).data.state_reason;
    const call = trip('github.issues.update', { ...at, state: 'closed', state_reason: 'completed' }, reason);
    const behind = { ...call, context: { ...context, credentials: { ...context.credentials, baseUrl } } };
    const effect = await perform(behind);
    expect((await undo(behind, effect)).outcome).toBe('done');
    expect(await reason()).toBe('not_planned');
    await new Promise((resolve) => strict.close(resolve));
  });

  it('keep what another client changed in fields that the call did not name', async () => {
    const at = await newIssue();
    const call = trip('github.issues.update', { ...at, title: 'Fine' }, issueState(at));
    const effect = await perform(call);
    await agent.rest.issues.update({ ...at, body: 'by another user', labels: ['by another user'] });
    expect((await undo(call, effect)).outcome).toBe('done');
    expect(await issueState(at)()).toMatchObject({
      title: 'Broken',
      body: 'by another user',
      labels: ['by another user'],
    });
  });

  it('are left alone where another client changed the same field, unless it is forced', async () => {
    const at = await newIssue();
    const call = trip('github.issues.update', { ...at, title: 'Fine' }, issueState(at));
    const effect = await refusesAfter(call, () => agent.rest.issues.update({ ...at, title: 'Other' }));
    const report = await undo(call, effect, 'force');
    expect(report.items).toEqual([
      {
        resource: `issue ${owner}/${at.repo}#${at.issue_number}`,
        result: 'forced',
        fields: [{ field: 'title', before: 'Broken', after: 'Fine', now: 'Other', result: 'forced' }],
      },
    ]);
    expect((await issueState(at)()).title).toBe('Broken');
  });

  it('that were made are closed as not planned', async () => {
    const repository = await newRepository();
    const call = trip('github.issues.create', { ...repository, title: 'New', body: 'one' }, async () => []);
    const effect = await perform(call);
    expect(github.plan(effect)).toMatchObject({
      class: 'compensating',
      remains: ['The issue stays, closed as not planned.'],
    });
    expect(await github.probeOutcome(effect, context)).toEqual(proved('answer'));
    expect((await undo(call, effect)).outcome).toBe('done');
    const [made] = (await agent.rest.issues.listForRepo({ ...repository, state: 'all' })).data;
    expect(made).toMatchObject({ title: 'New', state: 'closed', state_reason: 'not_planned' });
    expect((await undo(call, effect)).items[0]?.result).toBe('already-restored');
  });

  it('that an agent only says it made are not closed', async () => {
    const at = await newIssue();
    const create = trip('github.issues.create', { owner, repo: at.repo, title: 'Mine' }, issueState(at));
    const effect = await perform({ ...create, act: () => agent.rest.issues.get(at) });
    expect((await undo(create, effect)).outcome).toBe('conflict');
    expect((await issueState(at)()).state).toBe('open');
    const snapshot = { ...effect.snapshot, takenAt: Date.now() + 3_600_000 };
    const report = await undo(create, {
      ...effect,
      payload: { ...effect.payload, title: 'Broken', body: 'It is.' },
      snapshot,
    });
    expect(report).toMatchObject({
      outcome: 'impossible',
      detail: expect.stringContaining('was there before the call'),
    });
  });

  it('get back a label at a time, beside those that another client put there', async () => {
    const at = await newIssue({ labels: ['bug'] });
    const add = trip('github.issues.addLabels', { ...at, labels: ['bug', 'new'] }, issueState(at));
    await roundTrip(add);
    await roundTrip(trip('github.issues.removeLabel', { ...at, name: 'bug' }, issueState(at)));
    const effect = await perform(add);
    await agent.rest.issues.addLabels({ ...at, labels: ['by another user'] });
    expect((await undo(add, effect)).outcome).toBe('done');
    expect((await issueState(at)()).labels).toEqual(['bug', 'by another user']);
  });

  it('get back all labels after they were set, or removed, as a whole', async () => {
    const at = await newIssue({ labels: ['bug', 'old'] });
    const set = trip('github.issues.setLabels', { ...at, labels: ['new'] }, issueState(at));
    await roundTrip(set);
    await roundTrip(trip('github.issues.removeAllLabels', at, issueState(at)));
    await refusesAfter(set, () => agent.rest.issues.addLabels({ ...at, labels: ['by another user'] }));
  });

  it('get back and lose assignees', async () => {
    const at = await newIssue();
    const payload = { ...at, assignees: [owner] };
    await roundTrip(trip('github.issues.addAssignees', payload, issueState(at)));
    await agent.rest.issues.addAssignees(payload);
    await roundTrip(trip('github.issues.removeAssignees', payload, issueState(at)));
  });

  it('are unlocked again, and locked again for the same reason', async () => {
    const at = await newIssue();
    const lock = trip('github.issues.lock', { ...at, lock_reason: 'spam' }, issueState(at));
    await roundTrip(lock);
    await agent.rest.issues.lock({ ...at, lock_reason: 'too heated' });
    await roundTrip(lock);
    await roundTrip(trip('github.issues.unlock', at, issueState(at)));
    await refusesAfter(lock, () => agent.rest.issues.lock({ ...at, lock_reason: 'resolved' }));
  });
});

describe('comments on GitHub', () => {
  it('are deleted when the call made them, and get their former text back when it changed them', async () => {
    const at = await newIssue();
    await roundTrip(trip('github.issues.createComment', { ...at, body: 'Hello' }, comments(at)));
    const { data } = await agent.rest.issues.createComment({ ...at, body: 'mine' });
    const payload = { owner, repo: at.repo, comment_id: data.id, body: 'theirs' };
    const update = trip('github.issues.updateComment', payload, comments(at));
    await roundTrip(update);
    await refusesAfter(update, () => agent.rest.issues.updateComment({ ...payload, body: 'other' }));
  });

  it('that were deleted are recreated once, even when the first try was cut off after it', async () => {
    const at = await newIssue();
    await agent.rest.issues.createComment({ ...at, body: 'mine' });
    const { data } = await agent.rest.issues.createComment({ ...at, body: 'mine' });
    const call = trip('github.issues.deleteComment', { owner, repo: at.repo, comment_id: data.id }, comments(at));
    const report = await roundTrip(call);
    expect(report.detail).toContain('The comment has a new id');
    expect(report.items[0]?.resource).not.toContain(` ${data.id} `);
  });

  it('are not deleted on the word of an agent: not those of another issue, not those with another text', async () => {
    const at = await newIssue();
    const other = await agent.rest.issues.create({ owner, repo: at.repo, title: 'Other' });
    const { data } = await agent.rest.issues.createComment({ ...at, issue_number: other.data.number, body: 'Hello' });
    const call = trip('github.issues.createComment', { ...at, body: 'Hello' }, comments(at));
    const effect = await perform({ ...call, act: async () => ({ data: { id: data.id } }) });
    expect((await undo(call, effect)).outcome).toBe('conflict');
    await agent.rest.issues.getComment({ owner, repo: at.repo, comment_id: data.id });
  });
});
