import { readFileSync, statSync } from 'node:fs';
import { PERMISSIONS } from '../../../src/contract/permissions.js';
import { Caller, newOrganization, serviceA } from '../../support/client.js';
import { definition, misfitOf, undeclared } from '../../support/declared.mjs';
import { ROUTES } from '../matrix/support/routes.js';

const anonymous = new Caller(serviceA, null);
const BROWSER = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
const asked = (path: string, accept = BROWSER) => fetch(serviceA.url + path, { headers: { accept } });
const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');

interface Documented {
  readonly security: readonly object[];
  readonly 'x-access': { who: string; may?: string; plan?: string; limit?: { count: number; seconds: number } };
  readonly parameters?: readonly { readonly name: string; readonly schema: object; readonly example?: unknown }[];
  readonly requestBody?: { content: Record<string, { example?: unknown }> };
  readonly responses: Record<string, { $ref?: string; content?: Record<string, { example?: unknown }> }>;
}
/** A part, or the one of the components to which it refers. */
function resolved<T extends object>(part: T & { readonly $ref?: string }): T & { 'x-problem-codes'?: string[] } {
  const { components } = definition as unknown as { components: Record<string, Record<string, never>> };
  const [, , section = '', key = ''] = part.$ref?.split('/') ?? [];
  return part.$ref === undefined ? part : (components[section]?.[key] ?? part);
}
const operations = Object.entries(definition.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    operation: operation as unknown as Documented,
  })),
);

describe('GET /openapi.json', () => {
  it('answers the committed definition', async () => {
    const served = JSON.parse(await (await asked('/openapi.json')).text());
    expect(served).toEqual(JSON.parse(readFileSync('openapi.json', 'utf8')));
    expect(served.openapi).toMatch(/^3\.1\./);
  });

  it('has at most 400 KB', () => {
    expect(statSync('openapi.json').size).toBeLessThanOrEqual(400_000);
  });

  it('defines the routes of the specification and the contract, and no other', () => {
    expect(operations.map(({ route }) => route).sort()).toEqual(
      ROUTES.map(({ method, path }) => `${method} ${templateOf(path)}`).sort(),
    );
  });

  it.each(ROUTES)(
    'says who may call $method $path, with which plan and how often',
    ({ method, path, auth, plan, limit }) => {
      const { operation } = operations.find(({ route }) => route === `${method} ${templateOf(path)}`) ?? {};
      const who = auth === 'signature' ? 'public' : auth;
      const [count, seconds] = limit ?? [];
      expect(operation?.['x-access']).toEqual({
        who,
        ...(auth === 'operator' && { may: expect.stringMatching(/^[a-z]+(-[a-z]+)+$/) }),
        ...(plan && { plan }),
        ...(limit && { limit: { count, seconds } }),
      });
      const isBearerOnly = path === '/mcp' || `${method} ${path}` === 'POST /auth/browser-session';
      const credentials = isBearerOnly ? [{ bearer: [] }] : [{ bearer: [] }, { browser: [] }];
      expect(operation?.security).toEqual(who === 'public' ? [] : credentials);
      const codes = (status: number) => resolved(operation?.responses[status] ?? {})['x-problem-codes'] ?? [];
      expect(codes(401).includes('unauthenticated')).toBe(
        who !== 'public' || ['/auth/login', '/auth/token', '/team/invitations/accept'].includes(path),
      );
      if (auth === 'operator') expect(codes(403)).toContain('operator-required');
      if (plan === 'PRO' || plan === 'TEAM') expect(codes(403)).toContain('plan-required');
      if (limit) expect(codes(429)).toContain('rate-limited');
    },
  );

  it('names for each operator route one of the permissions that operators hold', () => {
    const held = Object.entries(PERMISSIONS).filter(([, { heldBy }]) => heldBy === 'USER');
    const named = operations.filter(({ operation }) => operation['x-access'].who === 'operator');
    expect(named.length).toBeGreaterThan(60);
    const names = held.map(([name]) => name);
    expect(
      named.filter(({ operation }) => !names.includes(operation['x-access'].may ?? '')).map(({ route }) => route),
    ).toEqual([]);
  });

  it('shows an example of every parameter, body and answer, and none of them is filled in without a meaning', () => {
    const shown = operations.flatMap(({ route, operation }) => [
      ...(operation.parameters ?? []).map(resolved).map(({ name, example }) => ({ at: `${route} ?${name}`, example })),
      ...Object.entries(operation.requestBody?.content ?? {}).map(([, { example }]) => ({
        at: `${route} body`,
        example,
      })),
      ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
        content?.['application/json']
          ? [{ at: `${route} ${status}`, example: content['application/json'].example }]
          : [],
      ),
    ]);
    expect(shown.length).toBeGreaterThan(150);
    expect(shown.filter(({ example }) => example === undefined).map(({ at }) => at)).toEqual([]);
    expect(shown.filter(({ example }) => /"text\.*"/.test(JSON.stringify(example))).map(({ at }) => at)).toEqual([]);
  });

  it('shows examples that fit their schemas, which the linter reads: also those of parameters', () => {
    const parameters = operations.flatMap(({ route, operation }) =>
      (operation.parameters ?? []).map(resolved).map((one) => ({ at: `${route} ?${one.name}`, ...one })),
    );
    const misfits = parameters.filter(({ schema, example }) => misfitOf(schema, example) !== null);
    expect(parameters.length).toBeGreaterThan(60);
    expect(misfits.map(({ at }) => at)).toEqual([]);
  });

  it('names every problem of the catalogue on a route, or says that it may come before one', () => {
    const { 'x-problems': catalogue, 'x-problems-anywhere': anywhere } = definition as unknown as {
      'x-problems': Record<string, object>;
      'x-problems-anywhere': string[];
    };
    const named = JSON.stringify(definition.components.responses);
    expect(Object.keys(catalogue).filter((code) => !anywhere.includes(code) && !named.includes(`"${code}"`))).toEqual(
      [],
    );
  });
});

describe('an answer that a test receives', () => {
  const received = async () => {
    const { operator } = await newOrganization();
    const response = await fetch(`${serviceA.url}/me`, { headers: { authorization: `Bearer ${operator.credential}` } });
    const text = await response.text();
    return { method: 'GET', url: '/me', status: response.status, contentType: 'application/json', text };
  };

  it('fits the definition, and is reported with a member more, one less, or another type', async () => {
    const answer = await received();
    expect(undeclared(answer)).toBeNull();
    const changed = (change: (data: Record<string, unknown>) => void) => {
      const body = JSON.parse(answer.text);
      change(body.data);
      return undeclared({ ...answer, text: JSON.stringify(body) });
    };
    expect(changed((data) => Object.assign(data, { more: 1 }))).toContain('GET /me answered 200');
    expect(changed((data) => delete data.usage)).toContain('usage');
    expect(changed((data) => Object.assign(data, { user: 'Ada' }))).toContain('object');
  });

  it('is reported with a status, a problem or a route that is not declared', async () => {
    const answer = await received();
    expect(undeclared({ ...answer, status: 418 })).toContain('not declared');
    expect(undeclared({ ...answer, contentType: 'text/plain' })).toContain('text/plain');
    expect(undeclared({ ...answer, url: '/nowhere' })).toContain('no such route');
    const refused = await anonymous.get('/me');
    const text = JSON.stringify(refused.body);
    const refusal = { ...answer, status: 401, text };
    expect(undeclared(refusal)).toBeNull();
    expect(undeclared({ ...refusal, text: text.replace('/unauthenticated', '/agent-paused') })).toContain('pattern');
  });
});

describe('GET /docs', () => {
  it('loads the viewer from the service alone, without inline scripts or styles', async () => {
    const page = await asked('/docs');
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=/);
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const file = await fetch(new URL(address, `${serviceA.url}/docs`));
      expect([address, file.status]).toEqual([address, 200]);
      expect((await file.text()).length).toBeGreaterThan(100);
    }
  });

  it('gives no other file', async () => {
    for (const name of ['package.json', '..%2Fmain.js', 'constructor'])
      expect((await anonymous.get(`/docs/${name}`)).status).toBe(404);
  });
});

describe('GET /errors/:code', () => {
  it('answers what the type of a problem points to: the entry of the catalogue, or a page', async () => {
    const { status, body } = await anonymous.get('/errors/session-closed');
    expect([status, body.data]).toEqual([
      200,
      {
        code: 'session-closed',
        title: 'Session closed',
        status: 409,
        when: 'the session is completed; a report was recorded',
        advice: 'open a new session',
      },
    ]);
    const page = await asked('/errors/session-closed');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('the session is completed; a report was recorded');
  });

  it('has an entry for every problem that docs/errors.md explains, in the same words', async () => {
    const rows = [
      ...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `([a-z-]+)` \| (\d+) \| (.*?) ?\| (.*?) ?\|$/gm),
    ];
    expect(rows.length).toBeGreaterThan(40);
    for (const [, code, status, when, advice] of rows) {
      const { body } = await anonymous.get(`/errors/${code}`);
      expect(body.data).toMatchObject({ code, status: Number(status), when, advice });
      const page = await asked(`/errors/${code}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain(`<code>${code}</code>`);
    }
    const { 'x-problems': catalogue } = definition as unknown as { 'x-problems': object };
    expect(rows.map(([, code]) => code).sort()).toEqual(Object.keys(catalogue).sort());
  });

  it('does not know another code', async () => {
    for (const code of ['no-such-problem', 'constructor', '%3Cscript%3E'])
      expect((await anonymous.get(`/errors/${code}`)).status).toBe(404);
  });
});
