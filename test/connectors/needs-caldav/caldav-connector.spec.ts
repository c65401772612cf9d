import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { createCalendarObject, type DAVCalendar, deleteCalendarObject, updateCalendarObject } from 'tsdav';
import { caldav } from '../../../src/connectors/caldav/caldav.connector.js';
import type { ConnectorContext, JsonObject } from '../../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../../src/connectors/proof/proof.js';
import { UNSEEN } from '../../../src/connectors/unseen.js';
import { unique } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { patience } from '../../support/patience.mjs';
import { startRadicale } from '../../support/radicale.mjs';
import { newScenario } from '../../support/scenario.js';
import { newPerformer, performedTrip, tripThroughService } from '../../support/service-trip.js';
import { startXandikos } from '../../support/xandikos.mjs';

let server: { readonly url: string; stop(): Promise<void> };
let context: ConnectorContext;
let calendar: DAVCalendar;
const headers = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };

/** The servers, each with a calendar of `ada` below this path. */
const SERVERS = [
  ['Radicale', startRadicale, '/ada/calendar/'],
  ['Xandikos', startXandikos, '/ada/calendars/appointments/'],
] as const;

async function startServer(start: (typeof SERVERS)[number][1], path: string): Promise<void> {
  server = await start();
  const credentials = { serverUrl: `${server.url}/`, username: 'ada', password: 'secret' };
  context = { credentials, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: patience(1_000) };
  calendar = { url: server.url + path };
  await fetch(calendar.url, { method: 'MKCALENDAR', headers });
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
const eventOf = (uid: string, summary: string) =>
  lines(
    'BEGIN:VCALENDAR',
    'PRODID:-//another client//EN',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:${summary}`,
    'DTSTAMP:20300101T000000Z',
    'DTSTART;TZID=Europe/Berlin:20300101T100000',
    'ATTENDEE;RSVP=TRUE;CN="Bob, B":mailto:bob@example.com',
    'END:VEVENT',
    'END:VCALENDAR',
  );

/** Text and ETag of an object, as any client sees them. */
const seen = async (url: string) => {
  const answer = await fetch(url, { headers });
  return answer.ok ? [answer.headers.get('etag'), await answer.text()] : answer.status;
};
const objectOf = (uid: string) => `${calendar.url}${uid}.ics`;
const create = (uid: string, summary: string) =>
  createCalendarObject({ calendar, filename: `${uid}.ics`, iCalString: eventOf(uid, summary), headers });
const change = (uid: string, summary: string) =>
  updateCalendarObject({ calendarObject: { url: objectOf(uid), data: eventOf(uid, summary) }, headers });
const remove = (uid: string) => deleteCalendarObject({ calendarObject: { url: objectOf(uid) }, headers });

function trip(verb: 'put' | 'delete', uid: string, more: JsonObject, act: () => Promise<Response>): Trip {
  const url = objectOf(uid);
  const report = async () => {
    const { status, headers: answered } = await act();
    return { status, etag: answered.get('etag') };
  };
  return {
    connector: caldav,
    context,
    apiName: `caldav.objects.${verb}`,
    payload: { url, ...more },
    act: report,
    state: () => seen(url),
  };
}
const put = (uid: string, summary: string, act: () => Promise<Response>) =>
  trip('put', uid, { data: eventOf(uid, summary) }, act);

/** A way to the server on which something happens before a PUT arrives. */
async function startSlowWay(meanwhile: () => Promise<unknown>) {
  const way = createServer(async (request, response) => {
    if (request.method === 'PUT') await meanwhile();
    const { host: _, connection: __, ...passed } = request.headers as Record<string, string>;
    const { method = 'GET', url = '' } = request;
    const answer = await fetch(`${server.url}${url}`, {
      method,
      headers: passed,
      body: (await textOf(request)) || null,
    });
    const etag = answer.headers.get('etag');
    response.writeHead(answer.status, etag ? { etag } : {}).end(await answer.text());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((resolve) => way.close(resolve)) };
}

describe.each(SERVERS)('the caldav connector at %s', (_name, start, path) => {
  beforeAll(() => startServer(start, path));
  afterAll(() => server.stop());

  it('is performed by the service: an object is made, changed and read, and a rollback removes it', async () => {
    const uid = unique('event');
    const { act: _, ...trip } = put(uid, 'made', () => create(uid, 'made'));
    expect((await performedTrip(trip)).response).toMatchObject({ status: 201 });
    const { perform, rollback } = await newPerformer('caldav', context.credentials as Record<string, string>);
    const url = objectOf(uid);
    await perform('objects.put', { url, data: eventOf(uid, 'first') });
    expect(await perform('objects.put', { url, data: eventOf(uid, 'second') })).toMatchObject({ status: 'SUCCESS' });
    const stale = await perform('objects.put', { url, data: eventOf(uid, 'third'), etag: '"other"' });
    expect(stale).toMatchObject({ status: 'FAILED', response: { refusal: { status: 412 } } });
    expect((await perform('objects.get', { url })).response.data).toContain('SUMMARY:second');
    const listed = await perform('objects.list', { url: calendar.url });
    expect(listed.response).toContainEqual(expect.objectContaining({ data: expect.stringContaining(uid) }));
    const homes = await perform('calendars.list', {});
    expect(homes.response).toContainEqual(expect.objectContaining({ url: calendar.url }));
    expect(await rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await seen(url)).toBe(404);
  });

  it('removes an object that the call made', async () => {
    const uid = unique('event');
    await roundTrip(put(uid, 'new', () => create(uid, 'new')));
  });

  it('restores the content of an object, to the same ETag', async () => {
    const uid = unique('event');
    await create(
      uid,
      'a long summary\\, with a comma\\; and what else makes a server fold and escape its lines in its own way',
    );
    await roundTrip(put(uid, 'agent\\, too', () => change(uid, 'agent\\, too')));
  });

  it('restores a deleted object', async () => {
    const uid = unique('event');
    await create(uid, 'here');
    const report = await roundTrip(trip('delete', uid, {}, () => remove(uid)));
    expect(report.detail).toContain('Invitations');
  });

  it('leaves an object alone that another client has changed since, unless it is forced', async () => {
    const uid = unique('event');
    await create(uid, 'before');
    const call = put(uid, 'agent', () => change(uid, 'agent'));
    const effect = await refusesAfter(call, () => change(uid, 'other'));
    const report = await undo(call, effect, 'force');
    expect(report.outcome).toBe('done');
    expect(report.items[0]?.fields).toMatchObject([{ field: 'content', result: 'forced' }]);
    expect(await seen(objectOf(uid))).toEqual([expect.anything(), expect.stringContaining('SUMMARY:before')]);
  });

  it('leaves a new object alone that another client has changed, and one recreated after a deletion', async () => {
    const [made, gone] = [unique('event'), unique('event')];
    await refusesAfter(
      put(made, 'agent', () => create(made, 'agent')),
      () => change(made, 'other'),
    );
    await create(gone, 'before');
    await refusesAfter(
      trip('delete', gone, {}, () => remove(gone)),
      () => create(gone, 'other'),
    );
  });

  it('writes only over what it has looked at: a stale ETag is refused, and nothing is lost', async () => {
    const uid = unique('event');
    await create(uid, 'before');
    const call = put(uid, 'agent', () => change(uid, 'agent'));
    const relative = { ...call, payload: { ...call.payload, url: `${path}${uid}.ics` } };
    const slow = await startSlowWay(() => change(uid, 'in between'));
    const late = { ...relative, context: { ...context, credentials: { ...context.credentials, serverUrl: slow.url } } };
    const effect = await perform(late);
    await expect(undo(late, effect)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: expect.stringContaining('412'),
    });
    expect((await undo(late, effect)).outcome).toBe('conflict');
    await slow.close();
    expect(await seen(objectOf(uid))).toEqual([expect.anything(), expect.stringContaining('SUMMARY:in between')]);
  });

  it('knows whether a call of unknown outcome happened', async () => {
    const uid = unique('event');
    await create(uid, 'before');
    const call = put(uid, 'agent', () => change(uid, 'agent'));
    const effect = { ...(await perform({ ...call, act: async () => undefined })), response: undefined };
    expect(await caldav.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await change(uid, 'agent');
    expect(await caldav.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await change(uid, 'other');
    expect(await caldav.probeOutcome(effect, context)).toEqual(UNKNOWN);
  });

  it('captures no calendar as a whole, and sends the credential to its own server alone', async () => {
    const reasonOf = async (url: string) => {
      const captured = await caldav.capture({ apiName: 'caldav.objects.delete', payload: { url } }, context);
      return captured.captured ? '' : captured.reason;
    };
    await create(unique('event'), 'one');
    expect(await reasonOf(calendar.url)).toContain('whole calendar');
    expect(await reasonOf(calendar.url.slice(0, -1))).toContain('whole calendar');
    expect(await reasonOf(`http://127.0.0.1:1${path}1.ics`)).toContain('not on the server of the credential');
    expect(await reasonOf('//example.com/1.ics')).toContain('not on the server of the credential');
  });

  it('undoes through the running service, which shows before what it will do', async () => {
    const uid = unique('event');
    await create(uid, 'here');
    const { plan } = await tripThroughService(trip('delete', uid, {}, () => remove(uid)));
    expect(plan).toMatchObject([
      { class: 'exact', calls: [`PUT ${objectOf(uid)}`], remains: [expect.stringContaining('stay mailed'), UNSEEN] },
    ]);
  });

  it('restores what an undo replaced, word for word', async () => {
    const uid = unique('event');
    await create(uid, 'here');
    const call = put(uid, 'changed', () => change(uid, 'changed'));
    const scenario = await newScenario(call);
    await scenario.run(call);
    const left = await call.state();
    expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
    expect((await scenario.revert()).outcomes).toEqual(['REAPPLIED']);
    expect(await call.state()).toEqual(left);
  });
});

describe('the caldav connector', () => {
  beforeAll(() => startServer(startRadicale, '/ada/calendar/'));
  afterAll(() => server.stop());

  it('says in words why a capture failed: a wrong password, a private host, a server that is gone', async () => {
    const capture = (more: Partial<ConnectorContext>) =>
      caldav.capture(
        { apiName: 'caldav.objects.delete', payload: { url: '/ada/calendar/1.ics' } },
        { ...context, ...more },
      );
    const wrong = { credentials: { ...context.credentials, password: 'wrong' } };
    const of = (reason: string) => ({ captured: false, reason: expect.stringContaining(reason) });
    expect(await capture(wrong)).toEqual(of('401'));
    expect(await capture({ allowedPrivateHosts: [] })).toEqual(of('not a public host'));
    expect(
      await capture({ credentials: { ...context.credentials, serverUrl: `http://127.0.0.1:${await freePort()}/` } }),
    ).toEqual(of('ECONNREFUSED'));
    expect(await capture({ credentials: { ...context.credentials, serverUrl: 'http://1.1.1.1/' } })).toEqual(
      of('by https'),
    );
    await expect(caldav.probe({ ...context, ...wrong })).rejects.toThrow('401');
    await caldav.probe(context);
  });

  it('does not take the page of a gateway for the answer to a write', async () => {
    const gateway = createServer((_request, response) => response.end('<html>Welcome</html>')).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const serverUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
    const behind = { ...context, credentials: { ...context.credentials, serverUrl } };
    const uid = unique('event');
    for (const [verb, more] of [
      ['put', { data: eventOf(uid, 'made') }],
      ['delete', {}],
    ] as const) {
      const call = { apiName: `caldav.objects.${verb}`, payload: { url: `${serverUrl}${uid}.ics`, ...more } };
      await expect(caldav.perform?.(call, behind)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    }
    gateway.close();
  });
});
