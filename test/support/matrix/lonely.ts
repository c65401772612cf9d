import type { Matrix } from './cells.js';
import type { Findings } from './findings.js';
import { bearer, type Home, newHome } from './homes.js';
import { AGENT } from './principals.js';
import { GUARDED, nameOf, type Route } from './routes.js';
import type { Wire } from './wire.js';

/** An organization in which nothing happens any more, and what it was told of itself while it was new. */
export interface Lonely {
  readonly home: Home;
  readonly told: ReadonlyMap<string, string>;
}

const READS = GUARDED.filter(({ method, path, plan }) => method === 'GET' && !path.includes(':') && plan !== undefined);

/** Requests, clocks and measurements are another each time. */
const steady = (text: string) =>
  text.replaceAll(/"requestId":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z|"latencyMs":[\d.]+/g, '');

const read = async (wire: Wire, { operator }: Home, route: Route) => {
  const { code, text } = await wire.ask(route.method, route.path, { authorization: bearer(operator) });
  return `${code} ${steady(text)}`;
};

export async function makeLonely(wire: Wire): Promise<Lonely> {
  const home = await newHome(wire, false);
  await forbidEverything(wire, home);
  const told = new Map<string, string>();
  for (const route of READS) told.set(nameOf(route), await read(wire, home, route));
  return { home, told };
}

/** What holds here holds for nobody else: here everything is blocked, and the agent everybody has is paused. */
async function forbidEverything(wire: Wire, { operator }: Home): Promise<void> {
  const authorization = bearer(operator);
  await wire.expectOk('POST', '/policies', { authorization, body: { apiNamePattern: '*', action: 'BLOCK' } });
  const { id } = await wire.expectOk('POST', '/agents', { authorization, body: { slug: AGENT } });
  await wire.expectOk('PUT', `/agents/${id}`, { authorization, body: { status: 'PAUSED' } });
}

/** Whatever others did meanwhile, it is told the very same. */
export async function askLonely({ wire, fixture: { lonely } }: Matrix, findings: Findings): Promise<void> {
  for (const route of READS) {
    findings.cells++;
    findings.compare(
      `${nameOf(route)} of an organization in which nothing happened`,
      lonely.told.get(nameOf(route)),
      await read(wire, lonely.home, route),
    );
  }
}
