import type { Plan } from './routes.js';
import type { TokenScope } from './scopes.js';

/** The organizations of the matrix; each has one of everything. */
export const HOMES = ['team', 'pro', 'free', 'downgraded', 'control', 'foreign'] as const;
export type HomeName = (typeof HOMES)[number];

/** The agents whose sessions the matrix asks for. */
export const AGENT = 'matrix';
export const PAUSED = 'matrix-paused';

/** The facts about a caller that the model needs. */
export interface Principal {
  readonly name: string;
  /** `UNAUTHENTICATED`: its credential is missing or invalid. */
  readonly kind: 'UNAUTHENTICATED' | 'USER' | 'API_KEY';
  /** The organization whose credential it has, and the one whose resources it asks for. */
  readonly home: HomeName;
  readonly aimsAt: HomeName;
  readonly plan: Plan;
  /** Test keys see simulated sessions only, live keys the others, operators both. */
  readonly simulated: boolean | null;
  /** A key may be bound to one agent. */
  readonly boundTo: string | null;
  /** The agent of the sessions it asks for. */
  readonly agent: string;
  /** The scopes of a personal token; null for every other credential. */
  readonly scopes: readonly TokenScope[] | null;
}

const operator = (name: string, home: HomeName, plan: Plan, more: Partial<Principal> = {}): Principal => ({
  name,
  kind: 'USER',
  home,
  aimsAt: home,
  plan,
  simulated: null,
  boundTo: null,
  agent: AGENT,
  scopes: null,
  ...more,
});

const agent = (name: string, more: Partial<Principal> = {}): Principal =>
  operator(name, 'team', 'TEAM', { kind: 'API_KEY', simulated: false, ...more });

const unauthenticated = (name: string): Principal => operator(name, 'team', 'TEAM', { kind: 'UNAUTHENTICATED' });

const ELSEWHERE = { home: 'foreign', aimsAt: 'team' } as const;

const KNOWN: readonly Principal[] = [
  operator('operator, TEAM', 'team', 'TEAM'),
  operator('operator, PRO', 'pro', 'PRO'),
  operator('operator, FREE', 'free', 'FREE'),
  operator('JWT from before a downgrade', 'downgraded', 'FREE'),
  operator('JWT signed here, with nothing wrong', 'control', 'TEAM'),
  operator('operator of another organization', 'foreign', 'TEAM', ELSEWHERE),
  operator('personal token that reads', 'team', 'TEAM', { scopes: ['read'] }),
  operator('personal token that decides and changes policies', 'team', 'TEAM', { scopes: ['policies', 'decide'] }),
  operator('personal token of another organization', 'foreign', 'TEAM', { ...ELSEWHERE, scopes: ['read'] }),
  agent('live key'),
  agent('test key', { simulated: true }),
  agent('JWT of a live key'),
  agent('JWT of a test key', { simulated: true }),
  agent('live key, FREE', { home: 'free', aimsAt: 'free', plan: 'FREE' }),
  agent('key bound to the agent', { boundTo: AGENT }),
  agent('key bound to another agent', { boundTo: 'another-agent' }),
  agent('JWT of a key bound to another agent', { boundTo: 'another-agent' }),
  agent('key bound to a paused agent', { boundTo: PAUSED, agent: PAUSED }),
  agent('JWT of a key bound to a paused agent', { boundTo: PAUSED, agent: PAUSED }),
  agent('live key of another organization', ELSEWHERE),
  agent('test key of another organization', { ...ELSEWHERE, simulated: true }),
  agent('bound key of another organization', { ...ELSEWHERE, boundTo: 'another-agent' }),
];

/** Each credential has one fault; `credentials.ts` makes it. */
export const INVALID_CREDENTIALS = [
  'no credential',
  'an empty credential',
  'a malformed credential',
  'a malformed key',
  'a key with a wrong checksum',
  'an unknown but well-formed key',
  'the id of a key with another secret',
  'a live key under another scheme',
  'revoked live key',
  'revoked test key',
  'JWT minted before its key was revoked',
  'revoked personal token',
  'personal token of a deleted user',
  'personal token from before a password reset',
  'operator JWT, expired',
  'agent JWT, expired',
  'JWT without an end',
  'JWT with alg none',
  'JWT with HS512',
  'JWT with RS256',
  'JWT signed with another key',
  'JWT with a wrong iss',
  'JWT with a wrong aud',
  'JWT with a wrong typ',
  'JWT with an unknown authKind',
  'JWT of an operator that says API_KEY',
  'JWT of a key that says USER',
  'operator JWT that names another organization',
  'agent JWT that names another organization',
  'JWT from before a password reset',
  'JWT of a deleted user',
  'JWT of a deleted key',
  'cookie of a browser that was signed out',
  'cookie of a browser, expired',
  'cookie of a browser with a wrong typ',
  'cookie of a browser signed with another key',
  'cookie of a browser from before a password reset',
  'cookie of a browser of a deleted user',
  'cookie of a browser that names another organization',
  'cookie of a browser as a bearer credential',
  'operator JWT in the cookie',
  'live key in the cookie',
] as const;
export type InvalidCredential = (typeof INVALID_CREDENTIALS)[number];

export const PRINCIPALS: readonly Principal[] = [...KNOWN, ...INVALID_CREDENTIALS.map(unauthenticated)];
