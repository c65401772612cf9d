import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServiceProcess, startService } from '../../../support/service.mjs';

const PROBE = fileURLToPath(new URL('./loop-probe.mjs', import.meta.url));
/** Longer than the probe takes to write its measurement, in milliseconds. */
const WRITTEN_MS = 250;

/** The longest that an event loop was held up; milliseconds. */
export interface LoopDelay {
  readonly clockMs: number;
  /** The part of it in which the process itself worked. */
  readonly ownMs: number;
}

export interface Probed {
  readonly service: ServiceProcess;
  /** Since the last time it was asked. */
  delay(): Promise<LoopDelay>;
}

/**
 * Starts a service whose event loop is watched from within.
 * @param directory for a file of the probe
 * @param entry of the service, unless it is the built one
 */
export async function startProbed(
  directory: string,
  name: string,
  overrides: Record<string, string>,
  entry?: string,
): Promise<Probed> {
  const file = join(directory, name);
  const NODE_OPTIONS = `${overrides.NODE_OPTIONS ?? ''} --import ${PROBE}`.trim();
  const service = await startService({ ...overrides, NODE_OPTIONS, LOOP_PROBE_FILE: file }, entry ? { entry } : {});
  const delay = async (): Promise<LoopDelay> => {
    await sleep(WRITTEN_MS);
    const seen: LoopDelay = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    await sleep(WRITTEN_MS);
    return seen;
  };
  await delay();
  return { service, delay };
}
