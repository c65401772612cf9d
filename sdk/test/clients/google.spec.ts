import { Readable } from 'node:stream';
import { drive } from '@googleapis/drive';
import { gmail } from '@googleapis/gmail';
import { google } from 'googleapis';
import { startCalendarEvents } from '../../../test/support/calendar-events.js';
import { unique } from '../../../test/support/client.js';
import { type Google, startGoogle } from '../../../test/support/google.js';
import { rollBack } from '../../../test/support/roll-back.js';
import { newGovernance } from '../support/governance.js';

let there: Google;

beforeAll(async () => {
  there = await startGoogle();
});

afterAll(() => there.stop());

const governanceOf = (connector: string, values: Record<string, string> = there.credentials) =>
  newGovernance({ credentials: { connector, values } });

describe('the other APIs of Google', () => {
  it('are governed by the same rules: a file is renamed, and gets its name back', async () => {
    const setting = await governanceOf('gdrive');
    const bare = drive({ version: 'v3', ...there.options });
    const wrapped = setting.wrap(drive({ version: 'v3', ...there.options }), { connector: 'gdrive' });
    const fileId = String((await bare.files.create({ requestBody: { name: 'before' } })).data.id);
    const nameOf = async () => (await wrapped.files.get({ fileId })).data.name;
    await wrapped.files.update({ fileId, requestBody: { name: 'agent' } });
    expect(await nameOf()).toBe('agent');
    expect(await setting.actions()).toMatchObject([{ apiName: 'gdrive.files.update', status: 'SUCCESS' }]);
    expect(await rollBack(setting.session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await nameOf()).toBe('before');
  });

  it('take streams as they are: the bytes arrive, and the record says that there was a stream', async () => {
    const setting = await governanceOf('gdrive');
    const bare = drive({ version: 'v3', ...there.options });
    const wrapped = setting.wrap(drive({ version: 'v3', ...there.options }), { connector: 'gdrive' });
    const results = [];
    for (const client of [bare, wrapped]) {
      const media = { mimeType: 'text/plain', body: Readable.from(['all ', 'of it']) };
      const { data } = await client.files.create({ requestBody: { name: 'notes' }, media }, { rootUrl: there.url });
      const content = await client.files.get({ fileId: String(data.id), alt: 'media' }, { responseType: 'text' });
      results.push([data.name, data.mimeType, content.data]);
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[0]).toEqual(['notes', 'text/plain', 'all of it']);
    const [{ payload, status }] = await setting.actions();
    const media = { mimeType: 'text/plain', body: { $object: 'Readable' } };
    expect({ payload, status }).toEqual({ payload: { requestBody: { name: 'notes' }, media }, status: 'SUCCESS' });
  });

  it('are governed when a call is made through googleapis itself: it runs as approved, and is undone', async () => {
    const { approve, session, wrap } = await governanceOf('gmail');
    const bare = gmail({ version: 'v1', ...there.options });
    const labels = async () => (await bare.users.labels.list({ userId: 'me' })).data.labels?.map(({ name }) => name);
    const wrapped = wrap(google, { connector: 'gmail', requiresApproval: ['labels.create'] });
    const [asked, approved] = [unique('asked'), unique('approved')];
    const create = wrapped
      .gmail({ version: 'v1', ...there.options })
      .users.labels.create({ userId: 'me', requestBody: { name: asked } });
    await approve((payload) => ({ ...payload, requestBody: { name: approved } }));
    expect((await create).data).toMatchObject({ name: approved });
    expect(await labels()).toContain(approved);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await labels()).not.toContain(approved);
  });

  it('are governed by the same rules: an event is made, and taken back', async () => {
    const events = await startCalendarEvents(there.url);
    const setting = await governanceOf('gcal', { ...there.token, baseUrl: events.url });
    const wrapped = setting.wrap(google.calendar({ version: 'v3', ...there.options }), { connector: 'gcal' });
    const summary = unique('event');
    const [start, end] = ['10', '11'].map((hour) => ({ dateTime: `2030-01-01T${hour}:00:00Z` }));
    await wrapped.events.insert({ calendarId: 'primary', requestBody: { summary, start, end } });
    const summaries = async () =>
      ((await wrapped.events.list({ calendarId: 'primary' })).data.items ?? []).flatMap((event) =>
        event.status === 'cancelled' ? [] : [event.summary],
      );
    expect(await summaries()).toContain(summary);
    expect(await setting.actions()).toMatchObject([{ apiName: 'gcal.events.insert', status: 'SUCCESS' }]);
    expect(await rollBack(setting.session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await summaries()).not.toContain(summary);
    await events.stop();
  });
});
