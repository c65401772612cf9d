import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import { join, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { copyInstallation, type Installed } from '../../support/installed.js';
import type { Service, ServiceProcess } from '../../support/service.mjs';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const SCRIPT = 'assets/index-Bx3kQ9_a.js';
const CODE = `console.log(${JSON.stringify('a line of the dashboard '.repeat(200))});\n`;
const INDEX = `<!doctype html><title>Backstop</title><script type="module" src="/dashboard/${SCRIPT}"></script>\n`;
const SECRET = 'no page of the dashboard';

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The path as it is: no client in between that would tidy it up, or unpack the answer. */
function ask({ url }: Service, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  const { hostname, port } = new URL(url);
  return new Promise((resolved, reject) => {
    const request = http.request({ hostname, port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolved({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });
}

const SAFE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

function expectSafe({ headers }: Raw): void {
  expect(headers).toMatchObject(SAFE);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-|\*|https?:/);
}

describe('the dashboard', () => {
  let installed: Installed;
  let service: ServiceProcess;
  beforeAll(async () => {
    installed = copyInstallation();
    installed.put('index.html', INDEX);
    installed.put(SCRIPT, CODE);
    installed.put('assets/style-01234567.css', 'body{}');
    installed.put('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    installed.put('.secret', SECRET);
    writeFileSync(join(installed.root, 'outside.txt'), SECRET);
    mkdirSync(join(installed.root, 'elsewhere'));
    writeFileSync(join(installed.root, 'elsewhere', 'inside.txt'), SECRET);
    const folder = join(installed.root, 'dashboard', 'dist');
    symlinkSync(join(installed.root, 'outside.txt'), join(folder, 'link.txt'));
    symlinkSync(join(installed.root, 'elsewhere'), join(folder, 'linked'));
    execFileSync('node', [resolve('scripts/compress.mjs')], { cwd: installed.root });
    service = await installed.start();
  });
  afterAll(async () => {
    await service.stop();
    installed.remove();
  });

  it.each([
    '/dashboard',
    '/dashboard/',
    '/dashboard/index.html',
    '/dashboard/sessions/1?x=y',
    '/dashboard/policies/a.b',
  ])('is one page, also at %s, which a browser asks for again each time', async (path) => {
    const answer = await ask(service, path);
    expect([answer.status, answer.body.toString()]).toEqual([200, INDEX]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expectSafe(answer);
    expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self'");
    const again = await ask(service, path, { 'if-none-match': String(answer.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expectSafe(again);
  });

  it('has files whose names change with what they hold: a browser keeps them', async () => {
    for (const [name, type] of [
      [SCRIPT, 'text/javascript; charset=utf-8'],
      ['assets/style-01234567.css', 'text/css; charset=utf-8'],
    ]) {
      const answer = await ask(service, `/dashboard/${name}`);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expectSafe(answer);
    }
    const icon = await ask(service, '/dashboard/favicon.svg');
    expect([icon.headers['content-type'], icon.headers['cache-control']]).toEqual(['image/svg+xml', 'no-cache']);
  });

  it('sends the compressed form of the build that a client accepts', async () => {
    const [plain, gzip, br] = [
      await ask(service, `/dashboard/${SCRIPT}`),
      await ask(service, `/dashboard/${SCRIPT}`, { 'accept-encoding': 'gzip' }),
      await ask(service, `/dashboard/${SCRIPT}`, { 'accept-encoding': 'gzip, deflate, br' }),
    ];
    expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.vary))).toEqual(new Set(['accept-encoding']));
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    expect([plain.body, gunzipSync(gzip.body), brotliDecompressSync(br.body)].map(String)).toEqual([CODE, CODE, CODE]);
    expect(br.body.length).toBeLessThan(CODE.length / 4);
    for (const { body, headers } of [plain, gzip, br]) expect(headers['content-length']).toBe(String(body.length));
    const other = await ask(service, `/dashboard/${SCRIPT}`, { 'if-none-match': String(br.headers.etag) });
    expect(other.status).toBe(200);
  });

  it('answers HEAD as GET, without the body', async () => {
    for (const path of ['/dashboard', '/dashboard/sessions', `/dashboard/${SCRIPT}`]) {
      const headers = { 'accept-encoding': 'br' };
      const [get, head] = [await ask(service, path, headers), await ask(service, path, headers, 'HEAD')];
      expect([head.status, head.body.length]).toEqual([200, 0]);
      const own = ['date', 'x-request-id', 'ratelimit'];
      const told = (answer: Raw) => Object.entries(answer.headers).filter(([name]) => !own.includes(name));
      expect(told(head)).toEqual(told(get));
    }
    expect((await ask(service, '/dashboard/assets/gone-01234567.js', {}, 'HEAD')).status).toBe(404);
  });

  it('has no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(service, '/dashboard/sessions', {}, method);
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
  });

  it('answers an unknown file with 404 in the envelope, and not with its page', async () => {
    for (const path of ['assets/gone-01234567.js', 'assets/', 'gone.css', 'sessions/gone.png', 'assets/x']) {
      const answer = await ask(service, `/dashboard/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(JSON.parse(String(answer.body)).error.type).toMatch(/\/not-found$/);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it.each([
    '/dashboard/../package.json',
    '/dashboard/..%2fpackage.json',
    '/dashboard/%2e%2e/package.json',
    '/dashboard/%2e%2e%2f%2e%2e%2fpackage.json',
    '/dashboard/%252e%252e%252fpackage.json',
    '/dashboard/..%5cpackage.json',
    '/dashboard/..\\package.json',
    '/dashboard/assets/../../../package.json',
    '/dashboard//etc/passwd',
    '/dashboard/%2fetc%2fpasswd',
    '/dashboard/outside.txt',
    '/dashboard/../outside.txt',
    '/dashboard/link.txt',
    '/dashboard/linked/inside.txt',
    '/dashboard/linked',
    '/dashboard/.secret',
    '/dashboard/index.html%00.js',
    '/dashboard/%00',
    '/dashboard/index.html%20',
    '/dashboard/INDEX.HTML',
    '/dashboard/%c0%ae%c0%ae/package.json',
    '/dashboard/%ff',
    '/dashboard/constructor',
    '/dashboard/__proto__',
    '/DASHBOARD/../package.json',
  ])('serves no file outside its folder: %s', async (path) => {
    const { status, body } = await ask(service, path);
    expect([200, 400, 404]).toContain(status);
    const text = body.toString();
    if (status === 200) expect(text).toBe(INDEX);
    else expect(JSON.parse(text).error.status).toBe(status);
    for (const leaked of [SECRET, '"workspaces"', 'root:']) expect(text).not.toContain(leaked);
  });

  it('is where GET / leads, but for a program that asks for JSON', async () => {
    for (const accept of [BROWSER, '*/*', 'image/png'])
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await ask(service, '/', { accept }, method);
        expect([status, headers.location, headers.vary, body.length]).toEqual([302, '/dashboard/', 'accept', 0]);
      }
    const { status, body } = await ask(service, '/', { accept: 'application/json' });
    expect([status, JSON.parse(String(body)).data.name]).toEqual([200, 'Backstop']);
  });

  it('is read again when another build has replaced it, and sends no compressed form of the former one', async () => {
    const folder = join(installed.root, 'dashboard');
    renameSync(join(folder, 'dist'), join(folder, 'before'));
    expect((await ask(service, '/dashboard')).body.toString()).toContain('There is no dashboard here');
    const noise = randomBytes(2_000).toString('hex');
    installed.put(SCRIPT, noise);
    installed.put(`${SCRIPT}.br`, brotliCompressSync(CODE));
    installed.put(`${SCRIPT}.gz`, 'nothing that was compressed');
    installed.put('index.html', `${INDEX}<p>another</p>`);
    try {
      expect((await ask(service, '/dashboard')).body.toString()).toContain('<p>another</p>');
      const { headers, body } = await ask(service, `/dashboard/${SCRIPT}`, { 'accept-encoding': 'br, gzip' });
      expect([headers['content-encoding'], body.toString()]).toEqual([undefined, noise]);
    } finally {
      rmSync(join(folder, 'dist'), { recursive: true });
      renameSync(join(folder, 'before'), join(folder, 'dist'));
    }
  });
});

describe('an installation without a dashboard', () => {
  let installed: Installed;
  let service: ServiceProcess;
  beforeAll(async () => {
    installed = copyInstallation();
    service = await installed.start();
  });
  afterAll(async () => {
    await service.stop();
    installed.remove();
  });

  it.each(['/dashboard', '/dashboard/', '/dashboard/sessions/1'])('says so on a plain page at %s', async (path) => {
    const answer = await ask(service, path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body.toString()).toContain('There is no dashboard here');
    expect(answer.headers['cache-control']).toBe('no-store');
    expectSafe(answer);
  });

  it('has none of its files', async () => {
    for (const path of ['assets/index-01234567.js', 'favicon.svg', '../package.json'])
      expect([path, (await ask(service, `/dashboard/${path}`)).status]).toEqual([path, 404]);
  });

  it('redirects to DASHBOARD_URL if that is elsewhere', async () => {
    const elsewhere = await installed.start({ DASHBOARD_URL: 'https://dashboard.example/here' });
    try {
      const { status, headers } = await ask(elsewhere, '/', { accept: BROWSER });
      expect([status, headers.location]).toEqual([302, 'https://dashboard.example/here']);
    } finally {
      await elsewhere.stop();
    }
  });

  it('has only pages that run nothing of their own, and are shown in no frame', async () => {
    for (const path of ['/', '/docs', '/errors/not-found', '/dashboard']) {
      const answer = await ask(service, path, { accept: BROWSER });
      expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expectSafe(answer);
      expect(answer.body.toString()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|\sstyle=|javascript:/i);
    }
  });
});
