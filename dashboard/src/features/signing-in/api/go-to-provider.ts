import { problemOf } from '../../../api/problem';
import type { Provider } from './providers';

/** Leaves for a provider; if it cannot be reached that way, this page shows the problem, and not a page of JSON. */
export async function goToProvider(provider: Provider['provider']): Promise<void> {
  const path = `/auth/${provider}`;
  const answer = await fetch(path, { redirect: 'manual' });
  if (answer.type !== 'opaqueredirect') throw problemOf(await answer.json().catch(() => undefined), answer);
  location.assign(path);
}
