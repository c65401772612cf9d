import { readFileSync } from 'node:fs';
import { ROWS } from './rows.js';

export type Plan = 'FREE' | 'PRO' | 'TEAM';

export interface Access {
  readonly auth: 'public' | 'signature' | 'any' | 'agent' | 'operator';
  readonly plan?: Plan;
  readonly limit?: readonly [count: number, seconds: number];
}

export interface Route extends Access {
  readonly method: string;
  readonly path: string;
}

/** The 58 routes of the first version. */
export const SPECIFIED: readonly Route[] = JSON.parse(
  readFileSync(new URL('../../../support/routes.json', import.meta.url), 'utf8'),
);

/** Routes that exist beside them, as docs/contract.md, "Routes", lists them. */
export const ADDED: readonly Route[] = Object.entries(ROWS).flatMap(([name, { access }]) => {
  const [method = '', path = ''] = name.split(' ');
  return access ? [{ method, path, ...access }] : [];
});

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

export const ROUTES: readonly Route[] = [...SPECIFIED, ...ADDED];

export const GUARDED = ROUTES.filter(({ auth }) => auth !== 'public' && auth !== 'signature');

export const ABSENT = '01890a5d-ac96-774b-bcce-b302099a8057';

export type Params = Readonly<Record<string, string>>;

/** The path with its parameters filled in; one that is not given names nothing that exists. */
export const fill = ({ path }: Route, params: Params = {}) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? ABSENT);
