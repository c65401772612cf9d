import { after, endAll } from './after.js';
import type { HookOptions } from './arguments.js';
import { before } from './before.js';
import type { HookDecision, HookEvent } from './event.js';
import { HookService } from './service.js';
import { HookStore, nameOf, stateDirectory } from './store.js';

/** Handles one event of a harness. */
export async function handle(event: HookEvent, options: HookOptions): Promise<HookDecision> {
  if (event.step === 'other') return { kind: 'pass' };
  const store = new HookStore(stateDirectory(options.state), nameOf(event.harness, event.session));
  await store.open();
  const service = new HookService(options);
  try {
    if (event.step === 'before') return await before(event, store, service, options);
    if (event.step === 'end') await endAll(store, service, event.harness);
    else await after(event, store, service, options);
    return { kind: 'pass' };
  } finally {
    await service.settle();
  }
}
