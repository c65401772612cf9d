import { Agent, request as send } from 'node:http';
import { serviceA } from '../../support/client.js';

const LARGE = 'x'.repeat(200_000);

/** The status of a request on the agent's connection, and whether the service ends the connection with it. */
const asked = (agent: Agent, method: string, path: string, body = '') =>
  new Promise<{ status: number | undefined; isLast: boolean }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = send(new URL(path, serviceA.url), { agent, method, headers }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode, isLast: response.headers.connection === 'close' });
      });
    });
    request.on('error', reject).end(body);
  });

describe('an answer that comes before the body was read', () => {
  it.each([
    ['PROPFIND', '/sessions', 405],
    ['POST', '/sessions', 401],
  ])('to %s %s ends its connection, so that the next request is answered', async (method, path, status) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await asked(agent, method, path, LARGE)).toEqual({ status, isLast: true });
    expect(await asked(agent, 'GET', '/health')).toEqual({ status: 200, isLast: false });
    agent.destroy();
  });
});
