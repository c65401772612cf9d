import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { serviceA } from '../../support/client.js';

const { name, version } = JSON.parse(readFileSync('sdk/package.json', 'utf8'));

describe('GET /sdk/:file', () => {
  it('answers the SDK of this version as a package, which GET / names', async () => {
    const front = await fetch(`${serviceA.url}/`, { headers: { accept: 'application/json' } });
    const { data } = (await front.json()) as { data: { sdk: string } };
    const { sdk } = data;
    expect(sdk).toBe(`/sdk/backstop-sdk-${version}.tgz`);
    const answer = await fetch(serviceA.url + sdk);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    const input = Buffer.from(await answer.arrayBuffer());
    const manifest = execFileSync('tar', ['-xzOf', '-', 'package/package.json'], { input, encoding: 'utf8' });
    expect(JSON.parse(manifest)).toMatchObject({ name, version });
    const files = execFileSync('tar', ['-tzf', '-'], { input, encoding: 'utf8' }).split('\n');
    expect(files).toEqual(expect.arrayContaining(['package/dist/esm/index.js', 'package/dist/cjs/index.js']));
  });

  it.each(['.built', 'backstop-sdk-9.9.9.tgz', '..%2Fpackage.json', '%2e%2e%2fpackage.json'])(
    'returns 404 for %s',
    async (file) => {
      expect((await fetch(`${serviceA.url}/sdk/${file}`)).status).toBe(404);
    },
  );
});
