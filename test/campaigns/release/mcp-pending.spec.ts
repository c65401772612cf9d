import { newHoldingGateway } from '../../../sdk/test/support/holding-gateway.js';
import {
  append,
  approvals,
  decide,
  newSetting,
  text,
  withFiles,
  withWaitingCall,
} from '../../../sdk/test/support/mcp.js';
import { eventually } from '../../support/patience.mjs';

describe('a call of backstop-mcp with --pending throw, which a person has to approve', () => {
  it('runs with the arguments that a person edited, and the answer says so', async () => {
    const { setting, client, again, file, read, approval } = await withWaitingCall();
    await client.close();
    const edits = [{ oldText: 'as it was', newText: 'as it was?' }];
    await decide(setting, approval, 'approve', { payload: { path: file, edits }, reason: 'ask' });
    const second = await again();
    expect(JSON.stringify(await second.callTool(append(file)))).toContain('An operator changed the arguments');
    expect(read()).toBe('as it was?');
  });

  it('is one question of two processes that ask for it at the same moment', async () => {
    const setting = await newSetting();
    const asks = (method: string, path: string) => method === 'POST' && path.endsWith('/actions');
    const { url, close } = await newHoldingGateway(setting.agent.service.url, asks, 2);
    const { client, again, file } = await withFiles(setting, ['--pending', 'throw', '--wait-seconds', '0'], { url });
    const other = await again();
    const said = await Promise.all([client.callTool(append(file)), other.callTool(append(file))]);
    close();
    const open = await eventually(
      () => approvals(setting),
      ({ length }) => length === 1,
    );
    expect(open).toHaveLength(1);
    for (const answer of said) expect(text(answer)).toContain(open[0].id);
  });
});
