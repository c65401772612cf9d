import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { Client as HubSpot } from '@hubspot/api-client';
import { LinearClient } from '@linear/sdk';
import { Client as Notion } from '@notionhq/client';
import { newGovernance } from '../support/governance.js';

/** No stand-in plays these providers: this server shows its requests, and gives an answer that every client accepts. */
let server: Server;
let url: string;
const received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      const issueUpdate = { success: true, lastSyncId: 1, issue: { id: 'i1' } };
      const linear = { issueUpdate, commentCreate: { success: true, lastSyncId: 2 }, issue: ISSUE };
      const answer = request.url === '/graphql' ? { data: linear } : { object: 'page', id: 'p1', properties: {} };
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => received.splice(0));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ISSUE = { id: 'i1', title: 'x', reactions: [], sharedAccess: { sharedWithUsers: [] } };

describe('a client for which the service has no connector', () => {
  it('of Notion is gated by its methods', async () => {
    const { wrap, actions, policy } = await newGovernance();
    const newClient = () => new Notion({ auth: 'x', baseUrl: url });
    const [bare, wrapped] = [newClient(), wrap(newClient(), { connector: 'notion' })];
    const page = { page_id: 'p1', properties: { Name: { title: [] } } };
    const results = [];
    for (const notion of [bare, wrapped]) {
      results.push([await notion.pages.update(page as never), await notion.pages.retrieve({ page_id: 'p1' })]);
    }
    expect(results[1]).toEqual(results[0]);
    expect(received).toHaveLength(4);
    await policy('notion.*', 'BLOCK');
    const raw = { method: 'patch', path: 'pages/p1', body: { archived: true } } as const;
    await expect(wrapped.request(raw)).rejects.toMatchObject({ code: 'policy-blocked' });
    await expect(bare.request(raw)).resolves.toMatchObject({ id: 'p1' });
    received.pop();
    await expect(wrapped.pages.create({ parent: { page_id: 'p1' }, properties: {} })).rejects.toMatchObject({
      code: 'policy-blocked',
    });
    expect(received).toHaveLength(4);
    expect(await actions()).toMatchObject([
      {
        apiName: 'notion.pages.update',
        operationType: 'UPDATE',
        status: 'SUCCESS',
        payload: page,
        response: { id: 'p1' },
      },
      { apiName: 'notion.pages.update', status: 'BLOCKED', payload: { page_id: 'p1', archived: true } },
      { apiName: 'notion.pages.create', operationType: 'CREATE', status: 'BLOCKED' },
    ]);
  });

  it('of HubSpot is gated by its methods', async () => {
    const { wrap, actions, policy } = await newGovernance();
    const newClient = () => new HubSpot({ accessToken: 'x', basePath: url });
    const [bare, wrapped] = [newClient(), wrap(newClient(), { connector: 'hubspot' })];
    const update = { properties: { firstname: 'Ada' } };
    const results = [];
    for (const { crm } of [bare, wrapped]) results.push(await crm.contacts.basicApi.update('1', update));
    expect(results[1]).toEqual(results[0]);
    expect(received).toEqual(Array(2).fill('PATCH /crm/v3/objects/contacts/1'));
    await policy('hubspot.crm.*', 'BLOCK');
    const blocked = { code: 'policy-blocked' };
    await expect(wrapped.crm.contacts.basicApi.archive('1')).rejects.toMatchObject(blocked);
    await expect(wrapped.crm.contacts.basicApi.archiveWithHttpInfo('1')).rejects.toMatchObject(blocked);
    const raw = wrapped.apiRequest({ method: 'DELETE', path: '/crm/v3/objects/contacts/1' });
    await expect(raw).rejects.toMatchObject(blocked);
    expect(received).toHaveLength(2);
    expect(await actions()).toMatchObject([
      { apiName: 'hubspot.crm.contacts.basicApi.update', operationType: 'UPDATE', payload: { args: ['1', update] } },
      { apiName: 'hubspot.crm.contacts.basicApi.archive', status: 'BLOCKED' },
      { apiName: 'hubspot.crm.contacts.basicApi.archive', status: 'BLOCKED' },
      { apiName: 'hubspot.crm.contacts.basicApi.archive', status: 'BLOCKED' },
    ]);
  });

  it('of HubSpot shows the query of a request, also one that its method makes, and no secret in it', async () => {
    const { wrap, actions } = await newGovernance();
    const client = wrap(new HubSpot({ accessToken: 'x', basePath: url }), { connector: 'hubspot' });
    await client.apiRequest({ method: 'PUT', path: '/crm/v3/lists/1/restore?hapikey=s3cret&reason=again' });
    await client.apiRequest({ method: 'DELETE', path: '/crm/v3/lists/1', qs: { hapikey: 's3cret', purge: true } });
    await client.apiRequest({ method: 'DELETE', path: '/crm/v3/objects/contacts/1?hapikey=s3cret' });
    await client.crm.lists.listsApi.updateName('1', 'Very important', true);
    const renamed = '/crm/v3/lists/1/update-list-name?listName=Very+important&includeFilters=true';
    expect(received).toEqual([
      'PUT /crm/v3/lists/1/restore?hapikey=s3cret&reason=again',
      'DELETE /crm/v3/lists/1?hapikey=s3cret&purge=true',
      'DELETE /crm/v3/objects/contacts/1?hapikey=s3cret',
      `PUT ${renamed}`,
    ]);
    const unnamed = { apiName: 'hubspot.commands.send', status: 'SUCCESS' };
    expect(await actions()).toMatchObject([
      { ...unnamed, payload: { path: '/crm/v3/lists/1/restore?hapikey=[redacted]&reason=again' } },
      { ...unnamed, payload: { path: '/crm/v3/lists/1?hapikey=[redacted]&purge=true' } },
      {
        apiName: 'hubspot.crm.contacts.basicApi.archive',
        payload: { path: '/crm/v3/objects/contacts/1?hapikey=[redacted]' },
      },
      { ...unnamed, payload: { method: 'PUT', path: renamed } },
    ]);
  });

  it('of HubSpot leaves a file untouched while it finds out what is asked for', async () => {
    const { wrap, actions, policy } = await newGovernance();
    const client = wrap(new HubSpot({ accessToken: 'x', basePath: url }), { connector: 'hubspot' });
    await policy('hubspot.*', 'BLOCK');
    const data = new PassThrough();
    const upload = client.files.filesApi.upload({ data, name: 'a.txt' } as never, '1');
    await expect(upload).rejects.toMatchObject({ code: 'policy-blocked' });
    expect([data.listenerCount('data'), data.listenerCount('error'), data.isPaused()]).toEqual([0, 0, false]);
    expect(await actions()).toMatchObject([{ payload: { method: 'POST', path: '/files/v3/files' } }]);
  });

  it('of Linear lets nothing that it answers write past the gate, nor a mutation that is no operation', async () => {
    const { wrap, actions, policy } = await newGovernance();
    const client = new LinearClient({ apiKey: 'x', apiUrl: `${url}/graphql` });
    const wrapped = wrap(client, { connector: 'linear' });
    expect(wrapped).toBeInstanceOf(LinearClient);
    expect(Object.keys(wrapped)).toEqual(Object.keys(client));
    const read = await wrapped.issue('i1');
    expect(read).toEqual(expect.objectContaining({ id: 'i1', title: 'x' }));
    const written = await (await wrapped.updateIssue('i1', { title: 'x' })).issue;
    received.splice(0);
    await policy('linear.*', 'BLOCK');
    const blocked = { code: 'policy-blocked' };
    for (const issue of [read, written]) {
      await expect(issue?.update({ title: 'y' })).rejects.toMatchObject(blocked);
      await expect(issue?.delete()).rejects.toMatchObject(blocked);
    }
    await expect(wrapped.notificationArchiveAll({})).rejects.toMatchObject(blocked);
    expect(received).toEqual([]);
    const all = await actions();
    expect(all.map(({ apiName, status }) => `${apiName} ${status}`)).toEqual([
      'linear.updateIssue SUCCESS',
      ...Array(2).fill(['linear.updateIssue BLOCKED', 'linear.deleteIssue BLOCKED']).flat(),
      'linear.commands.send BLOCKED',
    ]);
    await expect((await client.issue('i1')).update({ title: 'y' })).resolves.toMatchObject({ success: true });
  });

  it('of Linear is gated by its methods', async () => {
    const { wrap, actions, policy } = await newGovernance();
    const newClient = () => new LinearClient({ apiKey: 'x', apiUrl: `${url}/graphql` });
    const [bare, wrapped] = [newClient(), wrap(newClient(), { connector: 'linear' })];
    const results = [];
    for (const linear of [bare, wrapped]) {
      const answer = await linear.updateIssue('i1', { title: 'x' });
      results.push({ success: answer.success, lastSyncId: answer.lastSyncId, kind: answer.constructor });
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[0]).toMatchObject({ success: true });
    await policy('linear.*', 'BLOCK');
    await expect(wrapped.createComment({ issueId: 'i1', body: 'x' })).rejects.toMatchObject({ code: 'policy-blocked' });
    const raw = wrapped.client.rawRequest('mutation { issueDelete(id: "i1") { success } }');
    await expect(raw).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(received).toHaveLength(2);
    expect(await actions()).toMatchObject([
      {
        apiName: 'linear.updateIssue',
        operationType: 'UPDATE',
        status: 'SUCCESS',
        payload: { args: ['i1', { title: 'x' }] },
      },
      { apiName: 'linear.createComment', operationType: 'CREATE', status: 'BLOCKED' },
      { apiName: 'linear.deleteIssue', operationType: 'DELETE', status: 'BLOCKED' },
    ]);
  });
});
