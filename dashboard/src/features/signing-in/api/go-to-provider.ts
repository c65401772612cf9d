import { problemOf } from '../../../api/problem';

export type Provider = 'oauth-a' | 'oauth-b';

/** Leaves for a provider; one that is not configured is told here, and not on a page of JSON. */
export async function goToProvider(provider: Provider): Promise<void> {
  const path = `/auth/${provider}`;
  const answer = await fetch(path, { redirect: 'manual' });
  if (answer.type !== 'opaqueredirect') throw problemOf(await answer.json().catch(() => undefined), answer);
  location.assign(path);
}
