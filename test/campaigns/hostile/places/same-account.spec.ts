import type { JsonObject, UndoMemory } from '../../../../src/connectors/connector.js';
import { perform, undo } from '../../../../src/connectors/connector.testkit.js';
import { UNKNOWN } from '../../../../src/connectors/proof/proof.js';
import { transientMemory } from '../../../../src/connectors/undo-memory.js';
import { gcal } from '../../../connectors/subjects/gcal.js';
import { gdrive } from '../../../connectors/subjects/gdrive.js';
import { github } from '../../../connectors/subjects/github.js';
import { gmail } from '../../../connectors/subjects/gmail.js';
import { slack } from '../../../connectors/subjects/slack.js';
import { stripe } from '../../../connectors/subjects/stripe.js';
import { given, type Subject } from '../../../connectors/subjects/subject.js';
import { startIdentified } from '../../../support/identified.js';

const PLACES: readonly [() => Promise<Subject>, RegExp, (id: number) => object][] = [
  [gcal, /\/calendars\/primary$/, (id) => ({ id: `owner-${id}@example.com` })],
  [gdrive, /\/drive\/v3\/about$/, (id) => ({ user: { permissionId: `user-${id}` } })],
  [github, /^\/repos\/[^/]+\/[^/]+$/, (id) => ({ id: 1_000 + id })],
  [gmail, /\/users\/me\/profile$/, (id) => ({ emailAddress: `owner-${id}@example.com` })],
  [slack, /\/auth\.test$/, (id) => ({ ok: true, team_id: `T${id}` })],
  [stripe, /\/v1\/account$/, (id) => ({ object: 'account', id: `acct_${id}` })],
];

describe.each(PLACES.map(([start, ...rest]) => [start.name, start, ...rest] as const))('%s', (_, start, path, said) => {
  it('undoes nothing in another account that has the same address by now, and reports it', async () => {
    const subject = await start();
    const { credentials } = subject.context;
    const place = await startIdentified(String(credentials.baseUrl), path, said);
    const context = { ...subject.context, credentials: { ...credentials, baseUrl: place.url } };
    const thing = await subject.newThing();
    const before = await thing.state();
    const call = { ...(thing.change?.('x') ?? given(thing.remove)()), context };
    const effect = await perform(call);
    const after = await thing.state();
    place.is(2);
    const report = await undo(call, effect, 'force');
    expect(report).toMatchObject({ outcome: 'impossible', items: [] });
    expect(report.detail).toMatch(
      /when the call was captured, and is .*2.* now: another place has this name or address/,
    );
    expect(await call.connector.probeOutcome(effect, context)).toEqual(UNKNOWN);
    expect(await thing.state()).toEqual(after);
    place.is(1);
    const contents: JsonObject[] = [];
    const note: UndoMemory['note'] = async (_traces, replaced = []) => {
      contents.push(...replaced.filter(({ isDone }) => isDone).map(({ content }) => content));
    };
    const undone = await call.connector.undo(effect, 'skip', { ...context, memory: { ...transientMemory(), note } });
    expect(undone.outcome).toBe('done');
    expect(await thing.state()).toEqual(before);
    place.is(2);
    const kept = { apiName: call.apiName, contents };
    expect(await call.connector.reapply(kept, 'force', context)).toMatchObject({ outcome: 'impossible', items: [] });
    expect(await thing.state()).toEqual(before);
    place.is(1);
    expect((await call.connector.reapply(kept, 'skip', context)).outcome).toBe('done');
    expect(await thing.state()).toEqual(after);
    await place.stop();
    await subject.stop();
  });
});
