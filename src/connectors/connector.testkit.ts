import assert from 'node:assert/strict';
import type { Connector, ConnectorContext, Effect, Json, JsonObject, UndoReport } from './connector.js';
import { isSeen } from './proof/proof.js';
import { transientMemory } from './undo-memory.js';

/** A call of an agent, and a view of the provider from outside. */
export interface Trip {
  readonly connector: Connector;
  readonly context: ConnectorContext;
  readonly apiName: string;
  readonly payload: JsonObject;
  /** Makes the call with the provider's own client; answers the response that an agent would report. */
  act(): Promise<unknown>;
  /** Everything the undo must bring back, read past the connector. */
  state(): Promise<unknown>;
}

/** The value in the form in which it is stored and read back. */
const stored = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** Precaptures, then makes the call; answers its record. */
export async function perform({ connector, context, apiName, payload, act }: Omit<Trip, 'state'>): Promise<Effect> {
  const captured = await connector.capture({ apiName, payload }, context);
  assert.ok(captured.captured, captured.captured ? '' : captured.reason);
  const response = stored((await act()) as Json | undefined);
  return { apiName, payload, response, snapshot: stored(captured.content) };
}

/** A memory for each recorded call, as the engine keeps one. */
const memories = new WeakMap<Effect, ReturnType<typeof transientMemory>>();

/** Undoes as the engine does. */
export function undo({ connector, context }: Trip, effect: Effect, onConflict: 'skip' | 'force' = 'skip') {
  const memory = memories.get(effect) ?? transientMemory();
  memories.set(effect, memory);
  return connector.undo(effect, onConflict, { ...context, idempotencyKey: 'of-this-step', memory });
}

/**
 * Tests precapture → call → roll back → compare: the operator sees the same state before and after, the call is known
 * to have happened, and undoing it again changes nothing. Answers the report of the undo.
 */
export async function roundTrip(trip: Trip): Promise<UndoReport> {
  const { connector, context, apiName } = trip;
  const definition = connector.operations.find((operation) => operation.apiName === apiName);
  assert.ok(definition, `${apiName} is not in the registry`);
  const before = await trip.state();
  const effect = await perform(trip);
  assert.notDeepEqual(await trip.state(), before, 'the call changed nothing');
  assert.ok(isSeen(await connector.probeOutcome(effect, context)), 'the call is not seen');
  const plan = connector.plan(effect);
  assert.equal(plan.class, definition.reversibility, plan.reason ?? '');
  assert.ok(plan.calls.length > 0, 'the plan names no call');
  const report = await undo(trip, effect);
  assert.equal(report.outcome, 'done', report.detail);
  assert.deepEqual(await trip.state(), before);
  const again = await undo(trip, effect);
  assert.equal(again.outcome, 'done', again.detail);
  assert.ok(again.items.every(({ result }) => result === 'already-restored'));
  assert.deepEqual(await trip.state(), before);
  return report;
}

/**
 * Another client changes the state that the call left: the undo is a conflict and writes nothing. Answers the recorded
 * effect.
 */
export async function refusesAfter(trip: Trip, meddle: () => Promise<unknown>): Promise<Effect> {
  const effect = await perform(trip);
  await meddle();
  const meddled = await trip.state();
  const report = await undo(trip, effect);
  assert.equal(report.outcome, 'conflict', report.detail);
  assert.deepEqual(await trip.state(), meddled);
  return effect;
}
