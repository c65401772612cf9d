import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type ConnectorContext,
  type JsonObject,
  ProviderUnavailableError,
  type Trace,
  type UndoMemory,
} from '../../connector.js';
import { canNoLongerArrive } from '../late.js';
import { RefusedError } from '../read.js';
import { type Address, NotCapturable } from '../resource.js';
import { others } from './duplicates.js';

const LOOK_EVERY_MS = 1_000;

/** The result of an earlier try is not known. */
export class EarlierResultUnknown extends Error {}

/** A deleted resource that is made again under an address of the provider's choice. */
export interface DeletedResource {
  readonly kind: string;
  readonly address: Address;
  /** The name in its trace. */
  readonly resource: string;
  /** The addresses of equal resources at the time of the capture. */
  readonly duplicates: readonly Address[];
  /** True when `find` would find it. */
  readonly canFind: boolean;
  /** The present addresses of equal resources. */
  find(): Promise<readonly Address[]>;
  readonly isRepeatable: boolean;
  make(): Promise<Address>;
}

/**
 * Makes the resource again only once, whatever the results of earlier tries. It looks for the result of a try without
 * an answer, and never takes for it a resource that was there before that try, or was made again in place of another
 * one.
 * @throws EarlierResultUnknown, ProviderUnavailableError, RefusedError
 */
export async function recreate(
  lost: DeletedResource,
  memory: UndoMemory,
  { timeoutMs }: Pick<ConnectorContext, 'timeoutMs'>,
): Promise<{ readonly address: Address; readonly isNew: boolean }> {
  const trace = memory.traceOf(lost.resource);
  if (!lost.canFind) {
    if (!trace?.isAnswered && (trace?.sentAt == null || lost.isRepeatable))
      return { address: await send(lost, memory), isNew: true };
    throw new EarlierResultUnknown(
      `${lost.resource}: an earlier try may have made it elsewhere, and nothing finds it there`,
    );
  }
  if (trace?.sentAt == null) {
    const equal = await newDuplicates(lost, memory, []);
    if (equal.length === 0) return { address: await send(lost, memory), isNew: true };
    throw new EarlierResultUnknown(`${lost.resource}: an equal one is there that no undo of ours made`);
  }
  const isOver = trace.isOver || lost.isRepeatable;
  const found = await lookFor(lost, memory, trace, isOver ? Date.now() + LOOK_EVERY_MS : trace.sentAt + 2 * timeoutMs);
  if (found.length > 1)
    throw new EarlierResultUnknown(`${lost.resource}: several equal ones are there, and one is of an earlier try`);
  const [address] = found;
  if (address) {
    await memory.noteRecreated(lost.kind, lost.address, address);
    return { address, isNew: false };
  }
  if (isOver || canNoLongerArrive(trace.sentAt, timeoutMs)) return { address: await send(lost, memory), isNew: true };
  throw new EarlierResultUnknown(
    `${lost.resource}: the provider did not answer an earlier try, and shows nothing of it yet`,
  );
}

async function lookFor(lost: DeletedResource, memory: UndoMemory, { duplicates = [] }: Trace, until: number) {
  for (;;) {
    const found = await newDuplicates(lost, memory, duplicates);
    if (found.length > 0 || Date.now() >= until) return found;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Equal ones that were neither there before nor made in place of another. */
async function newDuplicates(lost: DeletedResource, memory: UndoMemory, duplicates: readonly JsonObject[]) {
  const found = others(await lost.find(), [...lost.duplicates, ...duplicates]);
  return others(found, await memory.recreatedForOthers(lost.kind, lost.address, found));
}

async function send({ kind, address, resource, find, make }: DeletedResource, memory: UndoMemory): Promise<Address> {
  const trace = { resource, sentAt: Date.now(), duplicates: await find() };
  await memory.note([trace]);
  try {
    const made = await make();
    if (!isAddress(made)) throw new ProviderUnavailableError('the answer does not say what was made', null, 'over');
    await memory.note([{ ...trace, isAnswered: true }]);
    if (!isDeepStrictEqual(made, address)) await memory.noteRecreated(kind, address, made);
    return made;
  } catch (error) {
    const isRefused = error instanceof RefusedError || error instanceof NotCapturable;
    const requestState = error instanceof ProviderUnavailableError ? error.requestState : isRefused ? 'unsent' : 'open';
    if (requestState === 'unsent') await memory.note([{ resource, sentAt: null }]);
    if (requestState === 'over') await memory.note([{ ...trace, isOver: true }]);
    throw error;
  }
}

/** Clients take any JSON for an answer. */
const isAddress = (made: Address) =>
  Object.values(made).every((part) => ![undefined, null, '', 'undefined', 'null'].includes(part as string));
