import { type OwnedTable, referringFirst } from './erasure.js';

const table = (name: string, ...refersTo: string[]): OwnedTable => ({ name, refersTo, sessionColumn: null });
const order = (...tables: OwnedTable[]) => referringFirst(tables).map(({ name }) => name);

describe('the order of erasure', () => {
  it('empties a table after the tables that refer to it', () => {
    const steps = table('steps', 'actions', 'rollbacks');
    const actions = table('actions', 'sessions');
    expect(order(table('sessions'), actions, steps, table('rollbacks', 'sessions'))).toEqual([
      'steps',
      'actions',
      'rollbacks',
      'sessions',
    ]);
  });

  it('takes no notice of a table that refers to itself', () => {
    expect(order(table('parents'), table('nodes', 'nodes', 'parents'))).toEqual(['nodes', 'parents']);
  });

  it('leaves out none where tables refer to each other in a circle', () => {
    expect(order(table('b', 'a'), table('a', 'b'), table('leaf', 'a'))).toEqual(['leaf', 'a', 'b']);
  });
});
