import { CONNECTORS } from '../../../src/connectors/all.js';
import type { OperationDefinition } from '../../../src/connectors/connector.js';
import { CASES, casesOf } from '../subjects/cases.mjs';
import { WORLDS, type World } from '../subjects/worlds.js';

const undoable = ({ reversibility }: OperationDefinition) => reversibility !== 'none';
const comesBackElsewhere = ({ operationType, reversibility }: OperationDefinition) =>
  operationType === 'DELETE' && reversibility === 'compensating';

/** Reasons why a scenario does not apply, each with a check of it against the operations. */
const REASONS: Readonly<Record<string, (operations: readonly OperationDefinition[]) => boolean>> = {
  'the provider has no transactions': (all) => !all.some(({ verb }) => /transact|multi$|pipeline/i.test(verb)),
  'the provider renames nothing': (all) => !all.some(({ verb }) => /rename|move/i.test(verb)),
  'its name is a field like others': (all) =>
    all.some(
      (one) =>
        one.operationType === 'UPDATE' &&
        undoable(one) &&
        /"(name|summary|title)"/.test(JSON.stringify(one.payloadSchema)),
    ),
  'no call restores a deleted resource': (all) => !all.some((one) => one.operationType === 'DELETE' && undoable(one)),
  'a deleted resource is restored under its own address': (all) => !all.some(comesBackElsewhere),
  'what is sent again writes the same to the same address': (all) => !all.some(comesBackElsewhere),
};

const cells = Object.entries(CASES).flatMap(([id, { more }]) =>
  Object.entries(more).flatMap(([column, cell]) => ('na' in cell && cell.na in REASONS ? [[id, column, cell.na]] : [])),
) as [string, string, string][];

it.each(cells)('%s needs no scenario "%s": %s', (id, _, reason) => {
  const connector = CONNECTORS.find((one) => one.id === id);
  expect(REASONS[reason]?.(connector?.operations ?? [])).toBe(true);
});

it('each of these reasons applies to an operation', () => {
  expect(new Set(cells.map(([, , reason]) => reason))).toEqual(new Set(Object.keys(REASONS)));
});

describe('A connector', () => {
  it('has cases and worlds, which the suites that go over all connectors read', () => {
    const ids = CONNECTORS.map(({ id }) => id).sort();
    expect(Object.keys(CASES)).toEqual(ids);
    expect([...WORLDS.keys()]).toEqual(ids);
    const isPlaceless = ([id, { places }]: [string, World]) => places.length === 0 && !CASES[id]?.undoesNothing;
    expect([...WORLDS].filter(isPlaceless)).toEqual([]);
    for (const { id, operations } of CONNECTORS)
      expect([id, operations.some(undoable) || id === 'http']).toEqual([id, !CASES[id]?.undoesNothing]);
  });

  it('without cases fails each of these suites', async () => {
    await expect(casesOf(['slack', 'fax'])).rejects.toThrow('test/connectors/subjects/fax.cases.mjs');
  });
});
