import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebClient } from '@slack/web-api';
import { newGovernance } from '../../../sdk/test/support/governance.js';
import { newLosingGateway } from '../../../sdk/test/support/losing-gateway.js';
import { rollBack } from '../../support/roll-back.js';
import { startSlack } from '../../support/slack.js';

const VERSION = '7.19.0';

describe('a message that a WebClient of Slack before version 8 sent', () => {
  let directory: string;
  let Client: typeof WebClient;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'slack-7-'));
    writeFileSync(join(directory, 'package.json'), '{"private":true}');
    const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@slack/web-api@${VERSION}`];
    execFileSync('npm', parameters, { cwd: directory });
    ({ WebClient: Client } = createRequire(join(directory, 'index.js'))('@slack/web-api'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each([
    ['twice is UNKNOWN, and stays', true, 'PARTIALLY_REVERTED', ['said', 'said']],
    ['once is undone', false, 'REVERTED', []],
  ])('%s', async (_, isLost, displayStatus, left) => {
    const there = await startSlack();
    const values = there.context.credentials as Record<string, string>;
    const { wrap, session } = await newGovernance({ credentials: { connector: 'slack', values } });
    const channel = await there.newChannel();
    const gateway = await newLosingGateway(there.baseUrl, (__, path) => isLost && path.endsWith('chat.postMessage'));
    const retryConfig = { retries: 2, minTimeout: 1 };
    const client = new Client('xoxb-agent', { slackApiUrl: `${gateway.url}/api/`, retryConfig });
    expect('fetchFn' in client).toBe(false);
    await wrap(client, { connector: 'slack' }).chat.postMessage({ channel, text: 'said' });
    expect(await rollBack(session)).toMatchObject({ displayStatus });
    const { messages } = await there.agent.conversations.history({ channel });
    expect(messages?.map(({ text }) => text)).toEqual(left);
    gateway.close();
    await there.stop();
  });
});
