import type { JsonObject } from '../connectors/connector.js';
import { AS_LEFT, NOT_HAPPENED, proved, UNKNOWN } from '../connectors/proof/proof.js';
import { operatorsProof } from './proof.js';
import {
  commandAfter,
  lastEffectFirst,
  lastEffectFirstAcross,
  namedResource,
  newerOnSame,
  outcomeOf,
  stepAfterProbe,
  stepAfterUndo,
  unwritten,
} from './rollback.js';

const action = (
  id: string,
  effectSequence: number | null,
  status: 'SUCCESS' | 'CLEARED' = 'SUCCESS',
  sequence = 1,
) => ({
  id,
  status,
  sequence,
  effectSequence,
});

describe('the order of a rollback', () => {
  it('is the reverse of the order in which effects were confirmed, not of the order in which calls were logged', () => {
    const ordered = lastEffectFirst([
      action('a', 2, 'SUCCESS', 1),
      action('b', 1, 'SUCCESS', 2),
      action('c', 3, 'SUCCESS', 3),
    ]);
    expect(ordered.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('begins with unconfirmed effects, newest first', () => {
    const ordered = lastEffectFirst([action('a', 5), action('b', null, 'CLEARED', 2), action('c', null, 'CLEARED', 3)]);
    expect(ordered.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });
});

describe('the order of calls on one resource', () => {
  const on = (resource: string | null, ...of: Parameters<typeof action>) => ({ ...action(...of), resource });
  const order = (...actions: Parameters<typeof lastEffectFirst>[0]) => lastEffectFirst(actions).map(({ id }) => id);

  it('puts an unconfirmed call behind later ones', () => {
    expect(
      order(
        on('x', 'a', null, 'CLEARED', 1),
        on('x', 'b', null, 'CLEARED', 2),
        on('y', 'c', 1, 'SUCCESS', 3),
        on('x', 'd', 2, 'SUCCESS', 4),
        on('y', 'e', 3, 'SUCCESS', 5),
      ),
    ).toEqual(['e', 'd', 'b', 'a', 'c']);
  });

  it('puts nothing behind earlier calls, or behind calls on other resources', () => {
    expect(order(on('x', 'a', 1, 'SUCCESS', 1), on('x', 'b', null, 'CLEARED', 2))).toEqual(['b', 'a']);
    expect(order(on('x', 'a', null, 'CLEARED', 1), on('y', 'b', 1, 'SUCCESS', 2))).toEqual(['a', 'b']);
    expect(order(on(null, 'a', null, 'CLEARED', 1), on(null, 'b', 1, 'SUCCESS', 2))).toEqual(['a', 'b']);
  });

  it.each<JsonObject | null>([null, {}, { issue: [] }])('does not take %j for the name of a resource', (resource) => {
    expect(namedResource(resource)).toBeNull();
  });
});

describe('the order over many sessions', () => {
  const of = (sessionId: string, id: string, effectSequence: number | null, at: number) => ({
    ...action(id, effectSequence, effectSequence === null ? 'CLEARED' : 'SUCCESS', effectSequence ?? 9),
    sessionId,
    at,
  });

  it('is the reverse of the order in which effects were confirmed, whatever session they are of', () => {
    const ordered = lastEffectFirstAcross([
      of('x', 'x1', 1, 10),
      of('x', 'x2', 2, 40),
      of('y', 'y1', 1, 20),
      of('y', 'y2', 2, 50),
      of('z', 'z1', 1, 30),
    ]);
    expect(ordered.map(({ id }) => id)).toEqual(['y2', 'x2', 'z1', 'y1', 'x1']);
  });

  it('begins with the unconfirmed effects of all sessions, newest first', () => {
    const ordered = lastEffectFirstAcross([of('x', 'x1', 1, 90), of('x', 'x2', null, 10), of('y', 'y1', null, 20)]);
    expect(ordered.map(({ id }) => id)).toEqual(['y1', 'x2', 'x1']);
  });

  it('keeps the order of each session also when the clock was set back', () => {
    const ordered = lastEffectFirstAcross([of('x', 'x1', 1, 50), of('x', 'x2', 2, 10), of('y', 'y1', 1, 30)]);
    expect(ordered.map(({ id }) => id)).toEqual(['y1', 'x2', 'x1']);
  });

  it('of nothing is empty', () => {
    expect(lastEffectFirstAcross([])).toEqual([]);
  });
});

describe('a step', () => {
  it('changes its action only when the undo was proved or failed', () => {
    expect(commandAfter('done')).toEqual({ type: 'undone' });
    expect(commandAfter('failed')).toEqual({ type: 'undo-failed' });
    for (const state of ['conflict', 'impossible', 'unknown', 'skipped'] as const)
      expect(commandAfter(state)).toBeNull();
  });

  it('has no outcome while it is under way', () => {
    expect(outcomeOf('planned')).toBeNull();
    expect(outcomeOf('attempting')).toBeNull();
  });
});

const UNREPORTED = { status: 'CLEARED', isRefused: false } as const;
const REFUSED = { status: 'FAILED', isRefused: true } as const;

describe('an action without an outcome', () => {
  it('is undone when reading proves that it took effect', () => {
    expect(stepAfterProbe(UNREPORTED, proved('key'))).toBeNull();
  });

  it('is UNKNOWN when the resource looks as the call would have left it, and says that another client may have done it', () => {
    const words = 'It looks as the call would have left it; another client may have done it.';
    expect(stepAfterProbe(UNREPORTED, AS_LEFT)).toEqual({ state: 'unknown', detail: expect.stringContaining(words) });
  });

  it('is undone without a proof when an operator forces it', () => {
    expect(stepAfterProbe(UNREPORTED, operatorsProof(AS_LEFT, true))).toBeNull();
    expect(stepAfterProbe(UNREPORTED, operatorsProof(AS_LEFT, false))).toMatchObject({ state: 'unknown' });
  });

  it.each([NOT_HAPPENED, UNKNOWN, proved('answer')])(
    'that reads as %j is taken as it was read, forced or not',
    (found) => {
      expect(operatorsProof(found, true)).toBe(found);
    },
  );

  it('is left alone when reading shows that it did not', () => {
    for (const call of [UNREPORTED, REFUSED])
      expect(stepAfterProbe(call, NOT_HAPPENED)).toMatchObject({ state: 'skipped' });
  });

  it('is left for an operator when the provider refused it and the resource has changed', () => {
    for (const found of [proved('key'), AS_LEFT])
      expect(stepAfterProbe(REFUSED, found)).toMatchObject({
        state: 'unknown',
        detail: expect.stringContaining('refused'),
      });
  });

  it('stays unknown for an operator when the provider cannot answer, unless the provider refused it', () => {
    expect(stepAfterProbe(UNREPORTED, UNKNOWN)).toMatchObject({ state: 'unknown' });
    expect(stepAfterProbe(REFUSED, UNKNOWN)).toMatchObject({ state: 'skipped' });
  });

  it('stays unknown, with the time to wait, while the request of a lost answer may still arrive', () => {
    const end = stepAfterProbe({ status: 'UNKNOWN', isRefused: false }, UNKNOWN, { kind: 'in-flight', leftMs: 61_500 });
    expect(end).toEqual({
      state: 'unknown',
      detail: expect.stringMatching(/may still arrive: roll back again in 62 s\.$/),
    });
  });

  it('stays unknown although the provider refused it, where its status says more than the refusal', () => {
    expect(stepAfterProbe({ ...REFUSED, status: 'UNKNOWN' }, UNKNOWN)).toMatchObject({ state: 'unknown' });
  });
});

describe('an undo', () => {
  const report = (result: 'restored' | 'already-restored', more: object = {}) => ({
    ...{ outcome: 'done' as const, detail: 'Told by the connector.' },
    items: [
      {
        ...{ resource: 'issue 7', result },
        fields: [{ field: 'title', before: 'a', after: 'x', now: 'a', result }],
        ...more,
      },
    ],
  });
  it('that restored a value is done, as the connector reports', () => {
    expect(unwritten(report('restored'))).toEqual([]);
    expect(stepAfterUndo(report('restored'), [])).toEqual({ state: 'done', detail: 'Told by the connector.' });
  });

  it('that found the former state is UNKNOWN when the effect was never seen', () => {
    expect(stepAfterUndo(report('already-restored'), ['issue 7'])).toEqual({
      state: 'unknown',
      detail: expect.stringContaining('issue 7 was as before already'),
    });
  });

  it('that found the former state is done when an earlier attempt had seen the effect', () => {
    expect(stepAfterUndo(report('already-restored'), []).state).toBe('done');
  });

  it('has to prove what it found as before, by the names that resources had first', () => {
    expect(unwritten(report('already-restored'))).toEqual(['issue 7']);
    const again = report('already-restored', { resource: 'comment 9', formerly: 'comment 7' });
    expect(unwritten(again)).toEqual(['comment 7']);
  });

  it('has nothing to prove of fields that the call set to what they were', () => {
    expect(unwritten({ ...report('already-restored'), unchanged: ['issue 7'] })).toEqual([]);
  });

  it('that compared nothing has to be proved', () => {
    expect(unwritten({ ...report('already-restored', { fields: [] }), unchanged: ['issue 7'] })).toEqual(['issue 7']);
  });

  it.each(['conflict', 'impossible', 'failed', 'unknown'] as const)('that is %s stays so', (outcome) => {
    expect(stepAfterUndo({ ...report('already-restored'), outcome }, ['issue 7']).state).toBe(outcome);
  });
});

describe('newer actions on the same resource', () => {
  it('are listed for each action that has one, the next after it', () => {
    const captured = [
      { id: 'd', resource: 'x' },
      { id: 'c', resource: null },
      { id: 'b', resource: 'x' },
      { id: 'a', resource: 'x' },
    ];
    expect([...newerOnSame(captured)]).toEqual([
      ['b', 'd'],
      ['a', 'b'],
    ]);
  });
});
