import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, ROUTES } from '../matrix/support/routes.js';

/** The agreed packages, entries of the top level, and domains. */
const PACKAGES = [
  '@nestjs/core',
  '@nestjs/common',
  '@nestjs/platform-fastify',
  '@nestjs/passport',
  '@nestjs/jwt',
  '@nestjs/throttler',
  'passport',
  'passport-oauth2',
  'typeorm',
  'pg',
  'class-validator',
];
const FILES = ['package.json', 'tsconfig.json', 'nest-cli.json', 'Dockerfile', 'README.md'];
const FOLDERS = ['src', 'test', 'migrations'];
const DOMAINS = [
  'auth',
  'sessions',
  'actions',
  'approvals',
  'policies',
  'registry',
  'credentials',
  'billing',
  'admin',
] as const;

/** The routes that ask for no credential, and why. */
const PUBLIC: Readonly<Record<string, string>> = {
  'GET /': 'says what the service is',
  'GET /sdk/:file': 'an agent installs the SDK from there, before it has a key',
  'HEAD /': 'the same, without the body',
  'GET /health': 'monitors have no credential',
  'GET /health/live': 'orchestrators have no credential',
  'GET /health/ready': 'orchestrators have no credential',
  'POST /webhooks/billing': 'the signature of the request is the credential',
  'POST /auth/register': 'makes the account',
  'POST /auth/login': 'gives the token',
  'POST /auth/token': 'exchanges an API key, which is in the body',
  'POST /auth/forgot-password': 'the operator cannot log in',
  'POST /auth/reset-password': 'the mailed token is the credential',
  'GET /auth/verify-email': 'the mailed token is the credential',
  'GET /auth/oauth-a': 'leads to the identity provider',
  'GET /auth/oauth-a/callback': 'the identity provider vouches for the operator',
  'GET /auth/oauth-b': 'leads to the identity provider',
  'GET /auth/oauth-b/callback': 'the identity provider vouches for the operator',
  'POST /team/invitations/accept': 'the mailed token is the credential',
};

interface ModuleRoute {
  readonly method: string;
  readonly path: string;
  readonly controller: string;
  readonly access: { readonly who: string; readonly plan?: string } | null;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** The packages that the compiled program of `src` loads: imports of types alone are gone from it. */
function loadedPackages(): ReadonlySet<string> {
  const programs = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.spec|\.testkit|\.d)\.ts$/.test(file))
    .map((file) => readFileSync(join('dist', file.replace(/\.ts$/, '.js')), 'utf8'));
  const imported = programs.flatMap((text) => [...text.matchAll(/^(?:import|export)\b[^;]*?['"]([^'"]+)['"];/gm)]);
  return new Set(imported.flatMap(([, name]) => name ?? []));
}

function modules(): Readonly<Record<string, readonly ModuleRoute[]>> {
  const parameters = ['test/support/module-routes.mjs', ...DOMAINS];
  return JSON.parse(execFileSync(process.execPath, parameters, { encoding: 'utf8' }));
}

describe('The agreed packages', () => {
  it('are production dependencies with an exact version, and the service loads each', () => {
    const loaded = loadedPackages();
    expect(PACKAGES).toHaveLength(11);
    expect(PACKAGES.filter((name) => !/^\d+\.\d+\.\d+$/.test(manifest.dependencies[name] ?? ''))).toEqual([]);
    expect(PACKAGES.filter((name) => !loaded.has(name))).toEqual([]);
  });

  it('include jest, which runs the tests', () => {
    expect(manifest.devDependencies.jest).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest.scripts.test).toMatch(/\bjest\b/);
  });
});

describe('The top level', () => {
  it('has the agreed files and folders', () => {
    expect([FILES.length, FOLDERS.length]).toEqual([5, 3]);
    expect([...FILES, ...FOLDERS].filter((name) => !existsSync(name))).toEqual([]);
    expect(FOLDERS.filter((name) => readdirSync(name).length === 0)).toEqual([]);
  });
});

describe('The modules of the nine domains', () => {
  const routes = modules();
  const all = Object.values(routes).flat();
  const specified = new Map(ROUTES.map((route) => [nameOf(route), route]));
  const isPublic = ({ access }: ModuleRoute) => access?.who === 'public';

  it('are part of the application, each with a controller and routes', () => {
    expect(DOMAINS).toHaveLength(9);
    expect(Object.keys(routes)).toEqual([...DOMAINS]);
    expect(DOMAINS.filter((domain) => !existsSync(`src/${domain}/${domain}.module.ts`))).toEqual([]);
    expect(DOMAINS.filter((domain) => !routes[domain]?.[0]?.controller.endsWith('Controller'))).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(50);
  });

  it('say of every route who may call it', () => {
    expect(all.filter(({ access }) => access === null).map(nameOf)).toEqual([]);
  });

  it('leave open only the routes that are listed with a reason', () => {
    expect(Object.keys(PUBLIC)).toHaveLength(18);
    expect(all.filter(isPublic).map(nameOf).sort()).toEqual(Object.keys(PUBLIC).sort());
  });

  it('ask for an operator and a plan where docs/contract.md does', () => {
    const guarded = all.filter((route) => !isPublic(route));
    expect(guarded.length).toBeGreaterThanOrEqual(40);
    expect(guarded.filter(({ access }) => access?.who === 'operator').length).toBeGreaterThanOrEqual(30);
    expect(guarded.filter(({ access }) => access?.plan === 'TEAM').length).toBeGreaterThanOrEqual(8);
    const asked = guarded.map((route) => [nameOf(route), route.access?.who, route.access?.plan ?? 'FREE']);
    const agreed = guarded.map((route) => {
      const { auth, plan } = specified.get(nameOf(route)) ?? {};
      return [nameOf(route), auth, plan ?? 'FREE'];
    });
    expect(asked).toEqual(agreed);
  });
});
