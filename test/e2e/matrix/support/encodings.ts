import { isFull } from '../../../support/campaign-size.js';
import type { Matrix } from './cells.js';
import { changesBetween, digestOf } from './digest.js';
import type { Findings } from './findings.js';
import { rowOf, sharedOf } from './fixture.js';
import { HOMES } from './principals.js';
import { fill, GUARDED, nameOf, type Route } from './routes.js';
import { eachAtOnce } from './wire.js';

const hex = (character: string, upper: boolean) => {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${upper ? code.toUpperCase() : code}`;
};

export const ENCODINGS: Readonly<Record<string, (path: string) => string>> = {
  'the first letter encoded': (path) => path.replace(/[a-z]/, (letter) => hex(letter, false)),
  'every letter encoded': (path) => path.replaceAll(/[a-z]/g, (letter) => hex(letter, false)),
  'every letter encoded in capitals': (path) => path.replaceAll(/[a-z-]/g, (letter) => hex(letter, true)),
  'the last letter encoded': (path) => path.replace(/[a-z0-9]$/, (letter) => hex(letter, true)),
  'letters encoded twice': (path) => path.replaceAll(/[a-z]/g, (letter) => hex(letter, false).replace('%', '%25')),
  'slashes encoded': (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  'a slash at the end': (path) => `${path}/`,
  'slashes doubled': (path) => path.replaceAll('/', '//'),
  'a detour': (path) => `/health/..${path}`,
  'an encoded detour': (path) => `/health/%2e%2e${path}`,
  'a parameter of the path': (path) => `${path};x=/health`,
  capitals: (path) => path.toUpperCase(),
  'a NUL at the end': (path) => `${path}%00`,
  'a backslash': (path) => path.replaceAll('/', '\\'),
  'a full URL': (path) => `http://localhost/health/..${path}`,
  'a query like a path': (path) => `${path}?/health`,
};

/** Encodings of the very same path: they reach its route, and its guard. */
export const THE_SAME = [
  'the first letter encoded',
  'every letter encoded',
  'every letter encoded in capitals',
  'the last letter encoded',
  'a query like a path',
];

const REFUSED = /^(400|401|403|404|405|414) /;

/** Lists the principals that the route itself refuses, with the answers. */
function refusedAt(route: Route): [who: string, code: string][] {
  const refused: [string, string][] = [['no credential', '401 unauthenticated']];
  if (route.auth === 'operator') refused.push(['live key', '403 operator-required']);
  if (route.auth === 'agent') refused.push(['operator, FREE', '403 agent-required']);
  if (route.plan && route.plan !== 'FREE') refused.push(['operator, FREE', '403 plan-required']);
  return refused;
}

/** Every encoding of every route; in `npm test`, each encoding on every fourth of the cells. */
export const ENCODED_CELLS = GUARDED.flatMap((route) =>
  refusedAt(route).flatMap(([who, code]) =>
    Object.entries(ENCODINGS).map(([encoding, encode]) => ({ route, who, code, encoding, encode })),
  ),
).filter((_, index) => isFull || (index + Math.floor(index / 16)) % 4 === 0);

/** A principal that is refused at a path is refused at every encoding of it, and changes nothing. */
export async function askEncodings({ wire, db, fixture }: Matrix, findings: Findings): Promise<void> {
  const organizations = HOMES.map((name) => fixture.homes[name].organizationId);
  const before = await digestOf(db, organizations);
  await eachAtOnce(ENCODED_CELLS, async ({ route, who, code, encoding, encode }) => {
    const { on, body } = rowOf(route);
    const path = fill(route, on && sharedOf(fixture, who === 'operator, FREE' ? 'free' : 'team', on));
    const reply = await wire.ask(route.method, encode(path), {
      authorization: fixture.credentials[who] ?? null,
      body: typeof body === 'function' ? undefined : body,
    });
    findings.cells++;
    const name = `${nameOf(route)} as ${who} with ${encoding}`;
    if (THE_SAME.includes(encoding)) findings.compare(name, code, reply.code);
    else if (!REFUSED.test(reply.code)) findings.add(`${name}: ${reply.code}`);
  });
  for (const place of changesBetween(before, await digestOf(db, organizations)))
    findings.add(`an encoded path changed ${place}`);
}
