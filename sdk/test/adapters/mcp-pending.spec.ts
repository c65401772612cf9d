import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Caller, unique } from '../../../test/support/client.js';
import { eventually } from '../../../test/support/patience.mjs';
import { newHoldingGateway, readsDecision } from '../support/holding-gateway.js';
import {
  append,
  approvals,
  decide,
  newSetting,
  type Setting,
  text,
  withFiles,
  withWaitingCall,
} from '../support/mcp.js';

describe('a call of backstop-mcp with --pending throw, which a person has to approve', () => {
  it('is answered with what to do, and is made once by another process after the approval', async () => {
    const { setting, client, again, file, read, told, approval } = await withWaitingCall();
    expect(told).toMatchObject({ isError: true });
    expect(text(told)).toContain(`A person has to approve this call first (approval ${approval.id}, http`);
    expect(text(told)).toContain('make exactly the same call again later: it runs once after the approval');
    await client.close();
    expect(await setting.sessions()).toMatchObject([{ status: 'ACTIVE' }]);

    const second = await again();
    expect(await second.callTool(append(file))).toEqual(told);
    expect(read()).toBe('as it was');
    await decide(setting, approval, 'approve');
    expect(await second.callTool(append(file))).not.toHaveProperty('isError');
    expect(read()).toBe('as it was!');
    expect(await setting.actions()).toMatchObject([{ id: approval.actionId, status: 'SUCCESS', violation: null }]);

    const repeated = await second.callTool(append(file));
    const [next] = await approvals(setting);
    expect(text(repeated)).toContain(next.id);
    expect(next.id).not.toBe(approval.id);
    expect(read()).toBe('as it was!');
  });

  it('is made at once where the person decides soon, also of a client that had to ask again', async () => {
    const setting = await newSetting();
    const soon = ['--pending', 'throw', '--wait-seconds', '60'];
    const { client, again, file, read } = await withFiles(setting, soon);
    const asking = client.callTool(append(file));
    const [first] = await eventually(
      () => approvals(setting),
      ({ length }) => length > 0,
    );
    // A client that leaves before that has asked for nothing that another process can find.
    const kept = () =>
      readdirSync(setting.state, { recursive: true }).some((name) => /waiting.+json$/.test(String(name)));
    expect(await eventually(kept)).toBe(true);
    await client.close();
    await asking.catch(() => undefined);
    expect(await approvals(setting)).toMatchObject([{ id: first.id, status: 'PENDING' }]);

    const second = await again();
    const calling = second.callTool(append(file));
    await decide(setting, first, 'approve');
    expect(await calling).not.toHaveProperty('isError');
    expect(read()).toBe('as it was!');
    expect(await setting.actions()).toMatchObject([{ id: first.actionId, status: 'SUCCESS' }]);
  });

  it('is withdrawn where its client cancels it while it waits', async () => {
    const setting = await newSetting();
    const { client, file, read } = await withFiles(setting, ['--pending', 'throw', '--wait-seconds', '60']);
    const abort = new AbortController();
    const asking = client.callTool(append(file), undefined, { signal: abort.signal }).catch(() => 'cancelled');
    await eventually(
      () => approvals(setting),
      ({ length }) => length > 0,
    );
    abort.abort();
    expect(await asking).toBe('cancelled');
    expect(await eventually(setting.actions, ([first]) => first?.status === 'REJECTED')).toMatchObject([
      { status: 'REJECTED', refusal: { code: 'withdrawn' } },
    ]);
    expect(read()).toBe('as it was');
  });

  it('is made by one of two processes, both of which know that it is approved before either begins', async () => {
    const { setting, client, again, file, read, approval } = await withWaitingCall();
    const { url, close } = await newHoldingGateway(setting.agent.service.url, readsDecision, 2);
    await client.close();
    // The address is part of what a process must share to find the call.
    await shareState(setting, url);
    const [one, other] = [await again({ url }), await again({ url })];
    await decide(setting, approval, 'approve');
    const said = await Promise.all([one.callTool(append(file)), other.callTool(append(file))]);
    close();
    expect(read()).toBe('as it was!');
    const told = /(ran before, once, and did not run again|begun already, and whether it took effect is not known)/;
    expect(said.filter((answer) => told.test(JSON.stringify(answer)))).toHaveLength(1);
    expect(await setting.actions()).toHaveLength(1);
  });

  it('is refused with the reason that a person gave, and the next one is a new question', async () => {
    const { setting, client, again, file, read, approval } = await withWaitingCall();
    await client.close();
    await decide(setting, approval, 'reject', { reason: 'not this file' });
    const second = await again();
    const refused = await second.callTool(append(file));
    expect(refused).toMatchObject({ isError: true });
    expect(text(refused)).toContain('An operator rejected the call: not this file. It did not run.');
    expect(text(await second.callTool(append(file)))).toContain('A person has to approve this call first');
    expect(read()).toBe('as it was');
  });

  it('is found neither by the key of another agent, nor for another user, nor with other arguments', async () => {
    const { setting, client, again, file, read, approval } = await withWaitingCall();
    await client.close();
    await decide(setting, approval, 'approve');
    const slug = unique('other');
    const bound = await setting.operator.post('/api-keys', { name: slug, kind: 'live', agentId: slug });
    const as = new Caller(setting.agent.service, bound.body.data.key);
    const strangers = [await again({ as }, ['--agent', slug]), await again({}, ['--on-behalf-of', 'eve@example.com'])];
    for (const stranger of strangers)
      expect(text(await stranger.callTool(append(file)))).toContain('A person has to approve this call first');
    // A copy of the other key's state leads to its session, which the service does not open to this agent.
    await shareState(setting, setting.agent.service.url, as);
    const thief = await again({ as });
    await thief.callTool(append(file));
    expect(read()).toBe('as it was');
    const found = (await setting.operator.get(`/sessions/${approval.sessionId}`)).body.data.actions;
    expect(found).toMatchObject([{ status: 'CLEARED', begunAt: null }]);
  });
});

/** Copies what a process kept to where one with this address and this key looks for it. */
async function shareState({ state, agent }: Setting, url: string, as: Caller = agent): Promise<void> {
  const home = join(state, 'backstop', 'mcp');
  const [kept = ''] = readdirSync(home);
  const { host } = new URL(url);
  const keyId = /^bks_live_([0-9a-f]{32})/.exec(as.credential ?? '')?.[1];
  cpSync(join(home, kept), join(home, `${host.replace(/[^a-zA-Z0-9.]+/g, '-')}--${keyId}`), { recursive: true });
}
