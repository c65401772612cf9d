import { eventually, patience } from '../../../test/support/patience.mjs';
import { newSetting, text, withFiles, write } from '../support/mcp.js';

describe('a server behind backstop-mcp', () => {
  it('is read without being asked for, and without a session', async () => {
    const setting = await newSetting();
    const { client, file } = await withFiles(setting);
    const read = await client.callTool({ name: 'read_text_file', arguments: { path: file } });
    expect(read).toMatchObject({ structuredContent: { content: 'as it was' } });
    expect(await setting.sessions()).toEqual([]);
  });

  it('writes what was asked for, and that is recorded and confirmed', async () => {
    const setting = await newSetting();
    const { client, file, read } = await withFiles(setting, [
      '--no-hold',
      '--agent',
      'scribe',
      '--intent',
      'take notes',
      '--on-behalf-of',
      'ada@example.com',
      '--labels',
      'tier=gold,region=eu=west',
    ]);
    const written = await client.callTool(write(file, 'anew'));
    expect(text(written)).toBe(`Successfully wrote to ${file}`);
    expect(read()).toBe('anew');
    expect(await setting.actions()).toMatchObject([
      {
        apiName: 'filesystem.write_file',
        operationType: 'UPDATE',
        status: 'SUCCESS',
        violation: null,
        payload: { path: file, content: 'anew' },
        response: { structuredContent: { content: `Successfully wrote to ${file}` } },
      },
    ]);
    await client.close();
    const [session] = await setting.sessions();
    const origin = { onBehalfOf: 'ada@example.com', labels: { tier: 'gold', region: 'eu=west' } };
    expect(session).toMatchObject({ agentId: 'scribe', intent: 'take notes', ...origin, status: 'COMPLETED' });
  });

  it('does nothing that a policy blocks, and the result says why', async () => {
    const setting = await newSetting();
    await setting.policy('filesystem.*', 'BLOCK');
    const { client, file, read } = await withFiles(setting);
    expect(await client.callTool(write(file, 'anew'))).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'Blocked by policy: Files are kept. The call did not run. Do not retry it unchanged; do something else, or ask an operator.',
        },
      ],
    });
    expect(read()).toBe('as it was');
  });

  it('withdraws the question of a call that its client cancels, and of one whose client goes away', async () => {
    const setting = await newSetting();
    const { client, file, read } = await withFiles(setting);
    const waits = async (number: number) =>
      expect(await eventually(setting.actions, ({ length }) => length === number)).toHaveLength(number);
    const abort = new AbortController();
    const cancelled = client.callTool(write(file, 'cancelled'), undefined, { signal: abort.signal });
    cancelled.catch(() => undefined);
    await waits(1);
    abort.abort(new Error('enough'));
    await expect(cancelled).rejects.toThrow('enough');
    const left = client.callTool(write(file, 'left'));
    left.catch(() => undefined);
    await waits(2);
    await client.close();
    const withdrawn = { status: 'REJECTED', refusal: { code: 'withdrawn' }, violation: null };
    const isOver = (actions: { status: string }[]) => actions.every(({ status }) => status === 'REJECTED');
    expect(await eventually(setting.actions, isOver)).toMatchObject([withdrawn, withdrawn]);
    expect((await setting.operator.get('/approvals')).body.data).toEqual([]);
    expect(read()).toBe('as it was');
  });

  it('holds what is destructive for a person, says that it waits, and runs what was approved', async () => {
    const setting = await newSetting();
    const { client, file, read } = await withFiles(setting, ['--poll-ms', '1000']);
    const heard: { progress: number; message?: string }[] = [];
    const options = {
      onprogress: (progress: (typeof heard)[number]) => void heard.push(progress),
      timeout: patience(10_000),
    };
    const writing = client.callTool(write(file, 'asked'), undefined, options);
    expect(await eventually(() => heard.length)).toBeGreaterThan(0);
    expect(read()).toBe('as it was');
    await setting.approve((payload) => ({ ...payload, content: 'approved' }));
    const written = await writing;
    expect(written).not.toHaveProperty('isError');
    expect(written).toMatchObject({
      content: [{}, { type: 'text', text: expect.stringContaining('content: "approved" in place of "asked"') }],
    });
    expect(read()).toBe('approved');
    expect(heard[0]?.message).toContain('Waiting');
  });
});
