import { calendar } from '@googleapis/calendar';
import { startCalendarEvents } from '../../../test/support/calendar-events.js';
import { unique } from '../../../test/support/client.js';
import { type Google, startGoogle } from '../../../test/support/google.js';
import { rollBack } from '../../../test/support/roll-back.js';
import { newGovernance } from '../support/governance.js';
import { newLosingGateway } from '../support/losing-gateway.js';

let there: Google;
let events: Awaited<ReturnType<typeof startCalendarEvents>>;
beforeAll(async () => {
  there = await startGoogle();
  events = await startCalendarEvents(there.url);
});
afterAll(async () => {
  await events.stop();
  await there.stop();
});

const [start, end] = ['10', '11'].map((hour) => ({ dateTime: `2030-01-01T${hour}:00:00Z` }));
const calendarId = 'primary';

/** Makes a calendar whose client sends POST and DELETE again, and whose first such request is answered with 500. */
async function setup(isLost: (method: string) => boolean, own: object = {}) {
  const values = { ...there.token, baseUrl: events.url };
  const governance = await newGovernance({ credentials: { connector: 'gcal', values } });
  const gateway = await newLosingGateway(there.url, isLost);
  const retryConfig = { retry: 2, retryDelay: 1, httpMethodsToRetry: ['POST', 'DELETE'] };
  const options = { ...there.options, rootUrl: gateway.url, retry: true, retryConfig, ...own };
  const bare = calendar({ version: 'v3', ...there.options });
  const wrapped = governance.wrap(calendar({ version: 'v3', ...options }), { connector: 'gcal' });
  const named = async (summary: string) =>
    ((await bare.events.list({ calendarId, maxResults: 2500 })).data.items ?? []).filter(
      (event) => event.summary === summary && event.status !== 'cancelled',
    );
  return { ...governance, gateway, bare, wrapped, named };
}

describe('an event that a client of Google made twice', () => {
  it.each([
    ['the client', {}],
    ['an adapter of the application', { adapter: (request: object, send: (sent: object) => unknown) => send(request) }],
  ])('through %s is UNKNOWN, and its session is not REVERTED while one of them is there', async (_, own) => {
    const { wrapped, gateway, named, actions, session } = await setup((method) => method === 'POST', own);
    const summary = unique('event');
    await wrapped.events.insert({ calendarId, requestBody: { summary, start, end } });
    gateway.close();
    expect(await named(summary)).toHaveLength(2);
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN', response: { error: { name: 'SentAgainError' } } }]);
    expect((await rollBack(session)).displayStatus).not.toBe('REVERTED');
  });

  it('with options of the call itself is UNKNOWN', async () => {
    const { wrapped, gateway, named, actions } = await setup((method) => method === 'POST');
    const adapter = (request: object, send: (sent: object) => unknown) => send(request);
    const summary = unique('event');
    await wrapped.events.insert({ calendarId, requestBody: { summary, start, end } }, { adapter } as never);
    gateway.close();
    expect(await named(summary)).toHaveLength(2);
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN' }]);
  });
});

describe('an event that a client of Google deletes', () => {
  it('is UNKNOWN, not FAILED, where the second answer is that it is gone', async () => {
    const { wrapped, gateway, bare, named, actions } = await setup((method) => method === 'DELETE');
    const summary = unique('event');
    const { data } = await bare.events.insert({ calendarId, requestBody: { summary, start, end } });
    await wrapped.events.delete({ calendarId, eventId: String(data.id) }).catch(() => undefined);
    gateway.close();
    expect(gateway.lost()).toBe(2);
    expect(await named(summary)).toEqual([]);
    expect(await actions()).toMatchObject([{ status: expect.stringMatching(/UNKNOWN|SUCCESS/) }]);
  });

  it('is FAILED where the first answer is that there is none', async () => {
    const { wrapped, gateway, actions } = await setup(() => false);
    const eventId = unique('none');
    await expect(wrapped.events.delete({ calendarId, eventId })).rejects.toMatchObject({ status: 404 });
    gateway.close();
    expect(await actions()).toMatchObject([{ status: 'FAILED', response: { refusal: { status: 404 } } }]);
  });
});
