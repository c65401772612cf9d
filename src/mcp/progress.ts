import type { ServerContext } from '@modelcontextprotocol/server';

const PROGRESS_EVERY_MS = 5_000;

/** Tells a client that asked for it that the call is under way. */
export async function tellingProgress<T>({ mcpReq }: ServerContext, work: () => Promise<T>): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const tell = () => {
    progress += 1;
    const params = { progressToken, progress, message: 'The call is under way, or waits for a person.' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  tell();
  const timer = setInterval(tell, PROGRESS_EVERY_MS);
  return work().finally(() => clearInterval(timer));
}
