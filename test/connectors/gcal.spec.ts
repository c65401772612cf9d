import { calendar, type calendar_v3 } from '@googleapis/calendar';
import type { ConnectorContext, Effect, JsonObject } from '../../src/connectors/connector.js';
import { perform, roundTrip, type Trip, undo } from '../../src/connectors/connector.testkit.js';
import { gcal } from '../../src/connectors/gcal/gcal.connector.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { PRECISION_MS } from '../../src/connectors/resource/requests/clock.js';
import { startCalendarEvents } from '../support/calendar-events.js';
import { unique } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { contextWith, type Google, startGoogle } from '../support/google.js';
import { newScenario } from '../support/scenario.js';
import { newPerformer, performedTrip, tripThroughService } from '../support/service-trip.js';

let google: Google;
let events: Awaited<ReturnType<typeof startCalendarEvents>>;
let context: ConnectorContext;
let client: calendar_v3.Calendar;
const calendarId = 'primary';

beforeAll(async () => {
  google = await startGoogle();
  events = await startCalendarEvents(google.url);
  context = contextWith({ ...google.token, baseUrl: events.url });
  client = calendar({ version: 'v3', ...google.options });
});

afterAll(async () => {
  await events.stop();
  await google.stop();
});

const data = async <T>(call: Promise<{ data: T }>) => (await call).data;
/** Writes a time without its zone, so that equal moments are equal. */
const moment = (time?: calendar_v3.Schema$EventDateTime) =>
  time?.date ?? new Date(String(time?.dateTime)).toISOString();
/** The fields of an event that a reader of the calendar sees. */
const seen = async (q: string) =>
  ((await client.events.list({ calendarId, q })).data.items ?? []).map(
    ({ id: _i, etag: _e, htmlLink: _h, created: _c, updated: _u, start, end, ...event }) => ({
      ...event,
      start: moment(start),
      end: moment(end),
    }),
  );

function trip(apiName: string, payload: object, act: () => Promise<unknown>, q: string): Trip {
  return {
    connector: gcal,
    context,
    apiName: `gcal.${apiName}`,
    payload: payload as JsonObject,
    act,
    state: () => seen(q),
  };
}

const meeting = (summary: string): calendar_v3.Schema$Event => ({
  summary,
  description: 'about everything',
  location: 'Bern',
  start: { dateTime: '2030-05-01T10:00:00+02:00', timeZone: 'Europe/Zurich' },
  end: { dateTime: '2030-05-01T11:00:00+02:00', timeZone: 'Europe/Zurich' },
  attendees: [{ email: 'anna@example.com' }, { email: 'zoe@example.com' }],
});
const holiday = (summary: string): calendar_v3.Schema$Event => ({
  summary,
  start: { date: '2030-05-01' },
  end: { date: '2030-05-02' },
});
const insert = (requestBody: calendar_v3.Schema$Event) => data(client.events.insert({ calendarId, requestBody }));
const creation = (requestBody: calendar_v3.Schema$Event) =>
  trip('events.insert', { calendarId, requestBody }, () => insert(requestBody), String(requestBody.summary));

describe('events of Google Calendar', () => {
  it.each([meeting, holiday])('that an agent made are deleted; what was mailed remains', async (of) => {
    const report = await roundTrip(creation(of(unique('event'))));
    expect(report.detail).toContain('mailed');
  });

  it('that another client has changed since stay, unless it is forced', async () => {
    const description = unique('event');
    const requestBody = { start: { date: '2030-05-01' }, end: { date: '2030-05-02' }, description };
    const call = trip('events.insert', { calendarId, requestBody }, () => insert(requestBody), description);
    const effect = await perform(call);
    // The stand-in changes no events; the test reports other arguments instead.
    const asked = { ...requestBody, summary: 'as it was made' };
    const other: Effect = { ...effect, payload: { calendarId, requestBody: asked } };
    expect(await gcal.probeOutcome(other, context)).toEqual(UNKNOWN);
    expect(await undo(call, other)).toMatchObject({ outcome: 'conflict', detail: expect.stringContaining('summary') });
    expect(await call.state()).toHaveLength(1);
    expect((await undo(call, other, 'force')).outcome).toBe('done');
    expect(await call.state()).toEqual([]);
  });

  it('that were there before are not deleted for an agent who says that it made them', async () => {
    const body = meeting(unique('event'));
    const there = await insert(body);
    const call = creation(body);
    const effect = await perform({ ...call, act: async () => there });
    const late = {
      ...effect,
      snapshot: { takenAt: Date.now() + 600_000, place: String(effect.snapshot?.place), items: null },
    };
    expect(await undo(call, late, 'force')).toMatchObject({
      outcome: 'impossible',
      detail: expect.stringContaining('before'),
    });
    const other = { ...effect, payload: { calendarId, requestBody: meeting(unique('event')) as JsonObject } };
    expect((await undo(call, other)).outcome).toBe('conflict');
    expect(await call.state()).toHaveLength(1);
  });

  it.each([meeting, holiday])('that were deleted are recreated once, under a new id', async (of) => {
    const summary = unique('event');
    const eventId = String((await insert(of(summary))).id);
    const act = () => data(client.events.delete({ calendarId, eventId }));
    const call = trip('events.delete', { calendarId, eventId }, act, summary);
    const report = await roundTrip(call);
    expect(report.detail).toContain('new id');
    expect(await seen(summary)).toHaveLength(1);
  });

  it('are looked for when the outcome of their deletion is unknown', async () => {
    const summary = unique('event');
    const eventId = String((await insert(holiday(summary))).id);
    const act = () => data(client.events.delete({ calendarId, eventId }));
    const call = trip('events.delete', { calendarId, eventId }, act, summary);
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await gcal.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await act();
    expect(await gcal.probeOutcome(effect, context)).toEqual(AS_LEFT);
  });

  it('say what a patch would restore, though the stand-in cannot change them', async () => {
    const body = meeting(unique('event'));
    const { id: eventId } = await insert(body);
    const requestBody = { summary: 'Changed', start: { dateTime: '2030-05-01T12:00:00Z' } };
    const call = trip(
      'events.patch',
      { calendarId, eventId, requestBody },
      async () => undefined,
      String(body.summary),
    );
    const effect = await perform(call);
    expect(gcal.plan(effect)).toMatchObject({
      class: 'exact',
      calls: [expect.stringContaining(`"summary":"${body.summary}","start":"2030-05-01T08:00:00.000Z"`)],
    });
    expect(gcal.describeChange?.(call, effect.snapshot ?? {})).toEqual([
      { field: 'summary', before: body.summary, after: 'Changed' },
      { field: 'start', before: '2030-05-01T08:00:00.000Z', after: '2030-05-01T12:00:00.000Z' },
    ]);
  });
});

describe('a series of events', () => {
  const through = () => calendar({ version: 'v3', ...google.options, rootUrl: `${events.url}/` }).events;
  const series = (summary: string) => ({ ...holiday(summary), recurrence: ['RRULE:FREQ=DAILY;COUNT=5'] });

  it.each([
    ['stays where a person has moved one of its dates: a CONFLICT', true],
    ['is deleted where all dates are as the series has them', false],
  ])('that an agent made %s', async (_, isMoved) => {
    const summary = unique('event');
    const requestBody = series(summary);
    const act = async () => (await through().insert({ calendarId, requestBody })).data;
    const call = trip('events.insert', { calendarId, requestBody }, act, summary);
    const effect = await perform(call);
    const { id } = effect.response as { id: string };
    if (isMoved) {
      const moved = { start: { date: '2030-05-09' }, end: { date: '2030-05-10' } };
      await through().patch({ calendarId, eventId: `${id}_20300503T000000Z`, requestBody: moved });
    }
    const report = await undo(call, effect);
    expect(report.outcome).toBe(isMoved ? 'conflict' : 'done');
    expect(report.detail).toContain(isMoved ? 'dates changed by themselves' : 'Restored');
    expect(await call.state()).toHaveLength(isMoved ? 1 : 0);
  });

  it('that an agent deleted: the plan says that changed dates are restored as the series has them', async () => {
    const plans = await Promise.all(
      [series, holiday].map(async (of) => {
        const summary = unique('event');
        const eventId = String((await through().insert({ calendarId, requestBody: of(summary) })).data.id);
        const act = async () => (await through().delete({ calendarId, eventId })).data;
        return gcal.plan(await perform(trip('events.delete', { calendarId, eventId }, act, summary)));
      }),
    );
    const restored = expect.arrayContaining([expect.stringContaining('are restored as the series has them')]);
    expect(plans.map(({ remains }) => remains)).toEqual([restored, expect.not.arrayContaining([restored])]);
  });
});

describe('an event that the agent deleted', () => {
  it.each([
    ['stays deleted where a person brought it back and deleted it again', true],
    ['is restored where only the agent has deleted it', false],
  ])('%s', async (_, isAgain) => {
    const client = calendar({ version: 'v3', ...google.options, rootUrl: `${events.url}/` }).events;
    const summary = unique('event');
    const at = { calendarId, eventId: String((await insert(holiday(summary))).id) };
    const there = async () => ((await client.list({ calendarId, q: summary })).data.items ?? []).length;
    const remove = async () => (await client.delete(at)).data;
    const call = { ...trip('events.delete', at, remove, summary), state: there };
    const scenario = await newScenario(call);
    const { id } = await scenario.run(call);
    if (isAgain) {
      await client.patch({ ...at, requestBody: { status: 'confirmed' } });
      events.state.aheadMs = 2 * PRECISION_MS;
      await remove();
      events.state.aheadMs = 0;
    }
    expect((await scenario.rollBack()).outcomes).toEqual([isAgain ? 'CONFLICT' : 'ROLLED_BACK']);
    expect(await there()).toBe(isAgain ? 0 : 1);
    if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await there()).toBe(1);
  });
});

describe('the guests of an event', () => {
  const guests = [
    { email: 'anna@example.com', responseStatus: 'accepted', optional: true },
    { email: 'zoe@example.com', responseStatus: 'declined', displayName: 'Zoe' },
  ];
  /** Uses the proxy, which keeps the members that emulate forgets. */
  const through = () => calendar({ version: 'v3', ...google.options, rootUrl: `${events.url}/` }).events;
  const attendeesOf = async (q: string) => {
    const { items = [] } = (await through().list({ calendarId, q })).data;
    return items.map(({ attendees = [] }) =>
      attendees.map(({ email, responseStatus, optional, displayName }) => ({
        ...{ email, responseStatus: responseStatus ?? 'needsAction', optional, displayName },
      })),
    );
  };
  async function newMeeting() {
    const summary = unique('event');
    const { data: made } = await through().insert({
      calendarId,
      requestBody: { ...meeting(summary), attendees: guests },
    });
    const at = { calendarId, eventId: String(made.id) };
    const call = (verb: 'patch' | 'update' | 'delete', requestBody?: calendar_v3.Schema$Event): Trip => {
      const payload = { ...at, ...(requestBody && { requestBody }) };
      const act = async () => (await through()[verb](payload)).data;
      return { ...trip(`events.${verb}`, payload, act, summary), state: () => attendeesOf(summary) };
    };
    return { at, summary, call };
  }

  it.each([
    ['patch', { attendees: [{ email: 'anna@example.com' }, { email: 'bob@example.com' }] }],
    ['patch', { attendees: [] }],
    ['update', { summary: 'other', start: holiday('').start, end: holiday('').end }],
  ] as const)('have their answers again, and are optional again, after a %s with %j', async (verb, body) => {
    const { call } = await newMeeting();
    await roundTrip(call(verb, body as calendar_v3.Schema$Event));
  });

  it('have them again in the event that is recreated after its deletion', async () => {
    const { call } = await newMeeting();
    await roundTrip(call('delete'));
  });

  it('keep the answer that one of them gave after the call', async () => {
    const { at, summary, call } = await newMeeting();
    const patch = call('patch', { attendees: guests.slice(0, 1) });
    const effect = await perform(patch);
    await through().patch({
      ...at,
      requestBody: { attendees: [{ email: 'anna@example.com', responseStatus: 'tentative' }] },
    });
    const report = await undo(patch, effect);
    const [anna] = (await attendeesOf(summary))[0] ?? [];
    expect(anna?.responseStatus).toBe('tentative');
    expect(report.outcome).toBe('done');
  });
});

describe('the gcal connector', () => {
  it('says in words why it cannot read', async () => {
    const call = { apiName: 'gcal.events.delete', payload: { calendarId, eventId: 'missing' } };
    const capture = (more: object) => gcal.capture(call, { ...context, ...more });
    expect(await capture({})).toMatchObject({ captured: true, content: { items: [{ reading: null }] } });
    const failing = (part: string) => ({ captured: false, reason: expect.stringContaining(part) });
    expect(await capture({ credentials: { baseUrl: events.url } })).toEqual(failing('store an accessToken'));
    expect(await capture({ allowedPrivateHosts: [] })).toEqual(failing('does not allow its host'));
    const gone = { ...google.token, baseUrl: `http://127.0.0.1:${await freePort()}` };
    expect(await capture({ credentials: gone })).toEqual(failing('ECONNREFUSED'));
    await gcal.probe(context);
    await expect(gcal.probe(contextWith({ ...google.credentials, clientSecret: 'x' }))).rejects.toThrow(
      'client_secret',
    );
  });

  it('undoes through the service what an agent did', async () => {
    const requestBody = meeting(unique('event'));
    const { plan, report } = await tripThroughService({
      connector: gcal,
      apiName: 'gcal.events.insert',
      context: contextWith({ ...google.credentials, baseUrl: events.url }),
      payload: JSON.parse(JSON.stringify({ calendarId, requestBody })),
      act: () => insert(requestBody),
      state: () => seen(String(requestBody.summary)),
    });
    expect(plan[0]).toMatchObject({ class: 'compensating', remains: [expect.stringContaining('mailed')] });
    expect(report.results[0]).toMatchObject({ outcome: 'ROLLED_BACK' });
  });
});

describe('a call of Google Calendar that the service makes', () => {
  it('makes an event and answers it, and a rollback deletes it', async () => {
    const summary = unique('event');
    const payload = { calendarId, requestBody: meeting(summary) as JsonObject };
    const state = () => seen(summary);
    const { response } = await performedTrip({
      connector: gcal,
      context,
      apiName: 'gcal.events.insert',
      payload,
      state,
    });
    expect(response).toMatchObject({ id: expect.any(String), summary });
  });

  it('changes an event only as it was captured: the snapshot is exact', async () => {
    const summary = unique('event');
    const { id } = await data(client.events.insert({ calendarId, requestBody: meeting(summary) }));
    const { perform, rollback } = await newPerformer('gcal', context.credentials as Record<string, string>);
    const payload = { calendarId, eventId: String(id), requestBody: { location: 'Bern' } };
    expect(await perform('events.patch', payload)).toMatchObject({ status: 'SUCCESS', response: { location: 'Bern' } });
    expect(await perform('events.get', { calendarId, eventId: String(id) })).toMatchObject({
      status: 'SUCCESS',
      response: { id },
    });
    expect(await rollback()).toMatchObject({ displayStatus: 'REVERTED' });
  });
});
