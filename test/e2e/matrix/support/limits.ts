import type { Findings } from './findings.js';
import { rowOf } from './fixture.js';
import { fill, nameOf, ROUTES, type Route } from './routes.js';
import { eachAtOnce, type Wire } from './wire.js';

export const LIMITED = ROUTES.filter((route) => route.limit);

/** The answer that an unauthenticated caller gets before the limit is reached. */
const before = ({ auth }: Route) => (auth === 'public' || auth === 'signature' ? null : '401 unauthenticated');

/** An answer to HEAD has no body to name the problem. */
const beyond = ({ method }: Route) => (method === 'HEAD' ? '429 without a type' : '429 rate-limited');

/**
 * Runs at a service whose limits are those of `routes.json`: an unauthenticated caller may call exactly that often,
 * before the service checks anything else, and is refused the next time.
 */
export async function askLimits(wire: Wire, findings: Findings): Promise<void> {
  for (const route of LIMITED) {
    const [count = 0] = route.limit ?? [];
    const { body } = rowOf(route);
    const knock = () => wire.ask(route.method, fill(route), { body: body && '{"broken":' });
    await eachAtOnce(Array.from({ length: count }), async () => {
      const { code } = await knock();
      const expected = before(route) ?? code;
      findings.compare(`${nameOf(route)} within its limit`, expected === beyond(route) ? 'no 429' : expected, code);
      findings.cells++;
    });
    const { code, headers } = await knock();
    findings.compare(`${nameOf(route)} beyond its limit`, beyond(route), code);
    findings.compare(`Retry-After of ${nameOf(route)}`, true, Number(headers['retry-after']) >= 1);
  }
}
