import { unique } from '../../../../support/client.js';
import { contextWith } from '../../../../support/google.js';
import { startJsonServer } from '../../../../support/json-server.mjs';
import { type Stage } from './stage.js';

export async function onHttp(): Promise<Stage> {
  const server = await startJsonServer({ things: [] });
  const made = '/things/{created}';
  const operations = [
    { method: 'POST', path: '/things', created: 'id', capture: { path: made }, undo: { method: 'DELETE', path: made } },
  ];
  const things = `${server.url}/things`;
  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(things, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  return {
    context: contextWith({ baseUrl: server.url, operations: JSON.stringify(operations), probePath: '/things' }),
    stop: server.stop,
    claims: {
      'http.requests.post': () => {
        const body = { name: unique('name') };
        return {
          payload: { path: '/things', body },
          make: () => post(body),
          makeMore: () => post({ ...body, note: 'of a person' }),
          state: async () => (await fetch(things)).json(),
        };
      },
    },
  };
}
