import { mkdirSync, readdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../test/support/patience.mjs';
import { forwardTo, listenTcp } from '../../../test/support/tcp.js';
import { newHarness, runHook } from '../support/hook.js';

const NOWHERE = { env: { BACKSTOP_URL: 'http://127.0.0.1:9' }, isProcess: true };

interface Shown {
  readonly payload: { readonly command: string };
}

describe('backstop-hook before a tool call', () => {
  it('leaves a call that no policy matches to the harness, and records it with its outcome', async () => {
    const harness = await newHarness(['--agent', 'coder', '--on-behalf-of', 'ada@example.com']);
    const { decision } = await harness.call('Bash', { command: 'npm test' }, () => undefined);
    expect(decision).toBe('pass');
    await harness.write(harness.file, 'anew\n');
    const actions = await harness.actions();
    expect(actions).toMatchObject([
      {
        apiName: 'claude-code.Bash',
        operationType: 'EXECUTE',
        status: 'SUCCESS',
        toolCallId: 'toolu_1',
        violation: null,
      },
      {
        apiName: 'claude-code.Write',
        operationType: 'UPDATE',
        status: 'SUCCESS',
        violation: null,
        response: { files: [{ path: harness.file, before: { bytes: 10 }, after: { bytes: 5 } }] },
      },
    ]);
    expect(await harness.sessions()).toMatchObject([
      { agentId: 'coder', onBehalfOf: 'ada@example.com', status: 'ACTIVE' },
    ]);
  });

  it('refuses what a policy blocks, with the words of the policy, however the path is spelled', async () => {
    const harness = await newHarness();
    const secrets = join(harness.project, 'secrets');
    mkdirSync(secrets);
    symlinkSync(secrets, join(harness.project, 'docs'));
    const condition = { field: 'payload.file_path', operator: 'glob', value: '*/secrets/*' };
    await harness.policy('claude-code.*', 'BLOCK', { condition });
    for (const path of ['secrets/a', 'docs/a', 'docs/../secrets/a', `${harness.project}/./docs/new/b`]) {
      const { decision, reason } = await harness.ask('Write', { file_path: path, content: 'x' });
      expect([path, decision, reason.slice(0, 27)]).toEqual([path, 'deny', 'Blocked by policy: Ask Ada.']);
    }
    expect((await harness.ask('Write', { file_path: 'open/a', content: 'x' })).decision).toBe('pass');
  });

  it('holds a call until an operator approves it, and runs the arguments that were approved', async () => {
    const harness = await newHarness(['--wait-seconds', '20']);
    await harness.policy('claude-code.Bash', 'REQUIRE_APPROVAL');
    const asking = harness.ask('Bash', { command: 'make deploy', timeout: 5 });
    const waiting = async (): Promise<{ id: string }[]> => (await harness.operator.get('/approvals')).body.data;
    const [approval] = await eventually(waiting, ({ length }) => length > 0);
    await harness.operator.post(`/approvals/${approval?.id}/approve`, {
      payload: { command: 'make -n deploy', timeout: 5 },
    });
    const { said, id: call } = await asking;
    expect(said).toMatchObject({
      permissionDecision: 'allow',
      updatedInput: { command: 'make -n deploy', timeout: 5 },
    });
    await harness.end('Bash', { command: 'make -n deploy', timeout: 5 }, call, { stdout: 'ok' });
    expect(await harness.actions()).toMatchObject([{ status: 'SUCCESS', violation: null, response: { stdout: 'ok' } }]);
  });

  it('lets the agent continue while a call waits, and runs the same call once after the yes', async () => {
    const harness = await newHarness(['--wait-seconds', '5']);
    await harness.policy('claude-code.Bash', 'REQUIRE_APPROVAL');
    const first = await harness.ask('Bash', { command: 'make deploy' });
    expect([first.decision, first.reason]).toEqual(['deny', expect.stringContaining('waits for an operator')]);
    const pending = (await harness.operator.get('/approvals')).body.data;
    expect(pending).toHaveLength(1);
    await harness.operator.post(`/approvals/${pending[0].id}/approve`, {});
    const [one, other] = await Promise.all([
      harness.ask('Bash', { command: 'make deploy' }, 'toolu_a'),
      harness.ask('Bash', { command: 'make deploy' }, 'toolu_b'),
    ]);
    expect([one.decision, other.decision].sort()).toEqual(['allow', 'deny']);
    await harness.end('Bash', { command: 'make deploy' }, one.decision === 'allow' ? 'toolu_a' : 'toolu_b');
    expect((await harness.actions())[0]).toMatchObject({ id: pending[0].actionId, status: 'SUCCESS', violation: null });
  });

  it('asks the person while the service is away, and reports what ran once it is back', async () => {
    const harness = await newHarness();
    const away = await harness.ask('Bash', { command: 'ls' }, 'toolu_away', NOWHERE);
    expect([away.decision, away.reason]).toEqual(['ask', expect.stringContaining('Backstop cannot be reached')]);
    const denied = await harness.ask('Bash', { command: 'ls' }, 'x', { ...NOWHERE, args: ['--when-away', 'deny'] });
    expect(denied.decision).toBe('deny');
    await harness.end('Bash', { command: 'ls' }, 'toolu_away', { stdout: 'a' });
    await harness.ask('Bash', { command: 'pwd' });
    const byCommand = (await harness.actions()).sort((one: Shown, other: Shown) =>
      one.payload.command < other.payload.command ? -1 : 1,
    );
    expect(byCommand).toMatchObject([
      { payload: { command: 'ls' }, status: 'SUCCESS', violation: 'ungated' },
      { payload: { command: 'pwd' }, status: 'CLEARED' },
    ]);
  });

  it('keeps secrets of a command line to itself', async () => {
    const harness = await newHarness();
    const token = `ghp_${'a1'.repeat(18)}`;
    const command = `curl -H "Authorization: Bearer ${token}" -u ada:hunter2hunter2 https://ada:pw-of-ada@x.org; DB_PASSWORD=swordfish-1 run $DEPLOY_TOKEN`;
    await harness.ask('Bash', { command: `${command} deploy-token-value` }, 't', {
      env: { DEPLOY_TOKEN: 'deploy-token-value' },
      isProcess: true,
    });
    const [{ payload }] = await harness.actions();
    expect(payload.command).toBe(
      'curl -H "Authorization: Bearer [redacted]" -u ada:[redacted] https://ada:[redacted]@x.org; DB_PASSWORD=[redacted] run $DEPLOY_TOKEN [redacted]',
    );
  });

  it('takes tools of any name, and refuses what is no event', async () => {
    const harness = await newHarness();
    await harness.policy('claude-code.mcp__x__*', 'BLOCK');
    for (const tool of ['../../etc', 'a\n"b".c', '__proto__', 'x'.repeat(5_000), '']) {
      const { decision, code } = await harness.ask(tool, { a: 1 });
      expect([tool.slice(0, 20), decision, code]).toEqual([tool.slice(0, 20), 'pass', 0]);
    }
    const names = (await harness.actions()).map(({ apiName }: { apiName: string }) => apiName);
    expect(names.every((name: string) => name.length <= 200)).toBe(true);
    expect(new Set(names).size).toBe(5);
    for (const text of [
      '',
      '[]',
      '{"hook_event_name":"PreToolUse"}',
      '{"session_id":"a","hook_event_name":"PreToolUse"}',
    ])
      expect(await harness.hook(text, { isProcess: true })).toMatchObject({
        code: 2,
        output: '',
        errors: expect.stringContaining('cannot be read'),
      });
    expect(await runHook([], { PATH: '' }, '{}')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('BACKSTOP_URL'),
    });
  });

  it('opens one session for hooks of the same moment', async () => {
    const harness = await newHarness();
    await Promise.all(
      ['a', 'b', 'c'].map((id) => harness.ask('Bash', { command: `echo ${id}` }, id, { isProcess: true })),
    );
    const used = (await harness.sessions()).filter(({ status }: { status: string }) => status === 'ACTIVE');
    expect(used).toHaveLength(1);
    expect((await harness.actions()).length).toBe(3);
  });

  it('opens another session where an operator has closed the first', async () => {
    const harness = await newHarness();
    await harness.ask('Bash', { command: 'a' });
    const [{ id }] = await harness.sessions();
    await harness.operator.patch(`/sessions/${id}`, { status: 'COMPLETED' });
    expect((await harness.ask('Bash', { command: 'b' })).decision).toBe('pass');
    expect(await harness.sessions()).toHaveLength(2);
  });

  it('keeps its state where only its owner reads it, and no file above its limit', async () => {
    const harness = await newHarness();
    truncateSync(harness.file, 11 * 1024 * 1024);
    await harness.write(harness.file, 'small\n');
    const paths = readdirSync(harness.state, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(harness.state, name),
    );
    const modes = [harness.state, ...paths].map((path) => [statSync(path).isDirectory(), statSync(path).mode & 0o777]);
    expect(modes.length).toBeGreaterThan(5);
    expect(modes.filter(([isDirectory, mode]) => mode !== (isDirectory ? 0o700 : 0o600))).toEqual([]);
    const undone = await harness.rollback();
    expect([undone.code, undone.output]).toEqual([
      1,
      expect.stringContaining('IRREVERSIBLE: It was not kept: it is larger'),
    ]);
    expect(harness.read()).toBe('small\n');
  });
});

describe('backstop-hook after a tool call', () => {
  it('records a failure that changed nothing as refused, and an interruption as unknown', async () => {
    const harness = await newHarness();
    const edit = { file_path: harness.file, old_string: 'not there', new_string: 'x' };
    const failed = (tool: string, input: object, id: string, more: object) =>
      harness.hook(harness.event('PostToolUseFailure', tool, input, { tool_use_id: id, ...more }));
    await failed('Edit', edit, (await harness.ask('Edit', edit)).id, { error: 'String not found' });
    await failed('Bash', { command: 'x' }, (await harness.ask('Bash', { command: 'x' })).id, { error: 'exit 1' });
    const stopped = await harness.ask('Bash', { command: 'y' });
    await failed('Bash', { command: 'y' }, stopped.id, { error: 'stopped', is_interrupt: true });
    expect(await harness.actions()).toMatchObject([
      { status: 'FAILED', response: { error: { message: 'String not found' }, refusal: { code: 'nothing-changed' } } },
      { status: 'FAILED', response: { error: { message: 'exit 1' } } },
      { status: 'UNKNOWN', response: { error: { message: 'stopped' } } },
    ]);
  });

  it('says so when other arguments ran than were permitted', async () => {
    const harness = await newHarness();
    const { id } = await harness.ask('Bash', { command: 'ls' });
    await harness.end('Bash', { command: 'rm -rf .' }, id);
    expect(await harness.actions()).toMatchObject([{ status: 'SUCCESS', violation: 'payload-mismatch' }]);
  });

  it('records at the end of the session the calls whose end the hook did not see', async () => {
    const harness = await newHarness();
    await harness.ask('Write', { file_path: harness.file, content: 'declined' });
    await harness.ask('Bash', { command: 'killed' });
    await harness.hook(harness.event('SessionEnd', '', {}, { reason: 'exit' }));
    expect(await harness.actions()).toMatchObject([
      { status: 'FAILED', response: { refusal: { code: 'nothing-changed' } } },
      { status: 'UNKNOWN' },
    ]);
  });

  it('delivers an outcome with the next call where the service was away for it', async () => {
    const harness = await newHarness();
    let isUp = true;
    const service = forwardTo(Number(new URL(harness.env.BACKSTOP_URL ?? '').port));
    const away = 'HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
    const road = await listenTcp((socket) => (isUp ? service(socket) : socket.once('data', () => socket.end(away))));
    const env = { BACKSTOP_URL: `http://127.0.0.1:${road.port}` };
    const { id } = await harness.ask('Bash', { command: 'ls' }, 'toolu_1', { env });
    isUp = false;
    const post = harness.event(
      'PostToolUse',
      'Bash',
      { command: 'ls' },
      { tool_use_id: id, tool_response: { stdout: 'a' } },
    );
    await harness.hook(post, { env, isProcess: true });
    expect(await harness.actions()).toMatchObject([{ status: 'CLEARED' }]);
    isUp = true;
    await harness.ask('Bash', { command: 'pwd' }, 'toolu_2', { env, isProcess: true });
    expect(await harness.actions()).toMatchObject([
      { status: 'SUCCESS', response: { stdout: 'a' } },
      { status: 'CLEARED' },
    ]);
    await road.stop();
  });

  it('runs as a program of the package', async () => {
    const harness = await newHarness();
    await harness.policy('claude-code.Bash', 'BLOCK');
    const { code, decision, errors } = await harness.ask('Bash', { command: 'ls' }, 'toolu_1', { isProcess: true });
    expect([code, decision, errors]).toEqual([0, 'deny', '']);
    const help = await harness.hook('', { args: ['--help'], isProcess: true });
    expect([help.code, help.output]).toEqual([0, expect.stringContaining('backstop-hook rollback [session]')]);
  });
});

describe('backstop-hook in other harnesses', () => {
  it('answers Codex in its form, and denies where Codex cannot ask', async () => {
    const harness = await newHarness();
    await harness.policy('codex.Bash', 'BLOCK', {
      condition: { field: 'payload.command', operator: 'contains', value: 'rm' },
    });
    const event = (command: string) =>
      harness.event('PreToolUse', 'Bash', { command }, { turn_id: 't', model: 'm', tool_use_id: command });
    expect((await harness.hook(event('ls'))).output).toBe('');
    expect(JSON.parse((await harness.hook(event('rm a'))).output).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
    });
    const away = await harness.hook(event('pwd'), NOWHERE);
    expect(JSON.parse(away.output).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('Codex has no way for a hook to ask'),
    });
  });

  it('keeps the files of a patch of Codex, and puts them back', async () => {
    const harness = await newHarness();
    const patch =
      '*** Begin Patch\n*** Update File: notes.txt\n@@\n-as it was\n+patched\n*** Add File: new.txt\n+new\n*** End Patch';
    const event = (name: string) =>
      harness.event(name, 'apply_patch', { command: patch }, { turn_id: 't', tool_use_id: 'p', tool_response: 'ok' });
    await harness.hook(event('PreToolUse'));
    writeFileSync(harness.file, 'patched\n');
    writeFileSync(join(harness.project, 'new.txt'), 'new\n');
    await harness.hook(event('PostToolUse'));
    expect(await harness.rollback()).toMatchObject({ code: 0 });
    expect([harness.read(), readdirSync(harness.project)]).toEqual(['as it was\n', ['notes.txt']]);
  });

  it('answers Cursor in its form', async () => {
    const harness = await newHarness();
    await harness.policy('cursor.Shell', 'BLOCK');
    const { session, project } = harness;
    const event = { hook_event_name: 'preToolUse', conversation_id: session, generation_id: 'g', tool_name: 'Shell' };
    const { output } = await harness.hook(
      JSON.stringify({ ...event, tool_input: { command: 'ls' }, tool_use_id: 'u', cwd: project }),
    );
    expect(JSON.parse(output)).toEqual({
      permission: 'deny',
      user_message: expect.stringContaining('Ask Ada.'),
      agent_message: expect.stringContaining('Ask Ada.'),
    });
  });
});
