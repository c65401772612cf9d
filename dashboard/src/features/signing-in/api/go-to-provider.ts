import { problemOf } from '../../../api/problem';
import type { Provider } from './providers';

/** Leaves for a provider; one that cannot be reached that way is told here, and not on a page of JSON. */
export async function goToProvider(provider: Provider['provider']): Promise<void> {
  const path = `/auth/${provider}`;
  const answer = await fetch(path, { redirect: 'manual' });
  if (answer.type !== 'opaqueredirect') throw problemOf(await answer.json().catch(() => undefined), answer);
  location.assign(path);
}
