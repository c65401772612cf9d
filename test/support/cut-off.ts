const TIMES = 5;

/**
 * Sends a request again, a few times at most, when its connection ended before it was read: the service closes the idle
 * connections of a revoked caller and of a paused agent, and a request may be on its way then.
 */
export async function againWhenCutOff<T>(send: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await send();
    } catch (error) {
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
      if (time === TIMES || !['UND_ERR_SOCKET', 'ECONNRESET'].includes(code)) throw error;
    }
  }
}
