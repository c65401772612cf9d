import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Caller, unique } from '../../support/client.js';
import { copyInstallation } from '../../support/installed.js';
import type { ServiceProcess } from '../../support/service.mjs';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const { version, description } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The installation has no dashboard to redirect to. */
const installed = copyInstallation();
let service: ServiceProcess;
let anonymous: Caller;
beforeAll(async () => {
  service = await installed.start();
  anonymous = new Caller(service, null);
});
afterAll(async () => {
  await service.stop();
  installed.remove();
});

const ask = (method: string, accept: string) => fetch(`${service.url}/`, { method, headers: { accept } });
const contentType = ({ headers }: Response) => headers.get('content-type');

describe('GET /', () => {
  it('says without a credential what the service is, in the envelope', async () => {
    const { status, body } = await anonymous.get('/');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        name: 'Backstop',
        version,
        description,
        links: {
          health: expect.stringMatching(/^http:\/\/\S+\/health$/),
          register: expect.stringMatching(/^http:\/\/\S+\/auth\/register$/),
          readme: expect.stringMatching(/^https:\/\/\S+\/README\.md$/),
          reference: expect.stringMatching(/^http:\/\/\S+\/docs$/),
          documentation: expect.stringMatching(/^https:\/\/\S+\/docs$/),
          errors: expect.stringMatching(/^https:\/\/\S+\/docs\/errors\.md$/),
        },
        signIn: [],
        sdk: null,
      },
      error: null,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(description).toMatch(/^[A-Z][^.]+\.$/);
  });

  it('links only to routes of the service and files of its source that exist', async () => {
    const { health, register, reference, ...elsewhere } = (await anonymous.get('/')).body.data.links;
    const links: string[] = Object.values(elsewhere);
    const files = links.flatMap((link) => /\/(?:blob|tree)\/HEAD\/(.+)$/.exec(link)?.[1] ?? []);
    expect(files).toEqual(['README.md', 'docs', 'docs/errors.md']);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(links).toHaveLength(3);
    expect((await anonymous.get(new URL(health).pathname)).status).toBe(200);
    expect((await fetch(service.url + new URL(reference).pathname)).status).toBe(200);
    const account = { email: `${unique('first')}@example.com`, password: 'a long passphrase', name: 'You' };
    expect((await anonymous.post(new URL(register).pathname, account)).status).toBe(201);
  });

  it.each(['*/*', 'application/json', 'image/png', 'nonsense'])('answers JSON to Accept: %s', async (accept) => {
    const response = await ask('GET', accept);
    expect([response.status, contentType(response)]).toEqual([200, 'application/json; charset=utf-8']);
  });

  it('answers a browser with a page that says the same', async () => {
    const { name, links } = (await anonymous.get('/')).body.data;
    const response = await ask('GET', BROWSER);
    expect([response.status, contentType(response)]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await response.text();
    expect(html).toContain(`<h1>${name} <small>${version}</small></h1>\n<p>${description}</p>`);
    const { register, ...linked } = links;
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(Object.values(linked));
    expect(html).toContain(`curl -sS ${register} `);
  });

  it('sends a page that loads and runs nothing, with a policy that forbids both', async () => {
    const response = await ask('GET', BROWSER);
    const html = await response.text();
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
    expect(styles).toHaveLength(1);
    const hash = createHash('sha256').update(styles.join()).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html).not.toMatch(/<(script|img|link|iframe|form|base)\b|\s(style|src|on\w+)=|@import|url\(/i);
  });

  it.each([BROWSER, 'application/json'])(
    'has the headers of every answer, and says what it depends on: %s',
    async (accept) => {
      const { headers } = await ask('GET', accept);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'ratelimit-policy': '"default";q=6000000;w=60',
        vary: 'accept',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    },
  );
});

describe('HEAD /', () => {
  it.each([BROWSER, 'application/json'])('answers as GET does, without the body: %s', async (accept) => {
    const [head, get] = [await ask('HEAD', accept), await ask('GET', accept)];
    expect([head.status, contentType(head), await head.text()]).toEqual([200, contentType(get), '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await get.text())));
  });
});

describe('Another method than GET and HEAD on /', () => {
  it('is answered with 405', async () => {
    const response = await ask('POST', '*/*');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
