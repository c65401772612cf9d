import { Caller, type Organization, serviceB, unique } from './client.js';
import { rows } from './ledger.js';
import type { Service } from './service.mjs';

export const PASSWORD = 'correct horse battery staple';

export interface Operator {
  readonly email: string;
  readonly caller: Caller;
  /** The organization's id. */
  readonly organization: string;
  readonly id: string;
}

export async function register(service: Service, name = 'Ada'): Promise<Operator> {
  const email = `${unique('person')}@example.com`;
  const answer = await new Caller(service, null).post('/auth/register', { email, password: PASSWORD, name });
  expect(answer.status).toBe(201);
  const { token, user, organization } = answer.body.data;
  return { email, caller: new Caller(service, token), organization: organization.id, id: user.id };
}

/** Another operator of the organization, who asks another process. */
export async function colleagueOf({ id }: Pick<Organization, 'id'>): Promise<Caller> {
  const email = `${unique('colleague')}@example.com`;
  await rows.query(
    `INSERT INTO users (id, organization_id, email, name, password_hash)
     SELECT gen_random_uuid(), organization_id, $2, 'Colleague', password_hash FROM users WHERE organization_id = $1 LIMIT 1`,
    [id, email],
  );
  const { body } = await new Caller(serviceB, null).post('/auth/login', { email, password: PASSWORD });
  return new Caller(serviceB, body.data.token);
}

export const login = (service: Service, email: string, password = PASSWORD) =>
  new Caller(service, null).post('/auth/login', { email, password });

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/**
 * Returns the milliseconds by which one thing takes longer than another, by their medians. They take turns, so that
 * other load of the machine affects both. Noise disappears in one of the rounds; a real difference stays in all.
 */
export async function differenceOf(
  bound: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least >= bound; round++) {
    const [ones, others]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 15; turn++) {
      ones.push(await took(one));
      others.push(await took(other));
    }
    least = Math.min(least, Math.abs(median(ones) - median(others)));
  }
  return least;
}

export async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
