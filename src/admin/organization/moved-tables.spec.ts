import { movedTables } from './moved-tables.js';

const table = (name: string, ...refersTo: string[]) => ({ name, refersTo, sessionColumn: null });

describe('the tables of a move', () => {
  it('come after those to which they refer, the organization first', () => {
    const tables = [
      table('actions', 'sessions'),
      table('sessions', 'organizations'),
      table('agents'),
      table('steps', 'steps', 'actions'),
    ];
    const order = movedTables(tables);
    expect(order[0]).toBe('organizations');
    expect(order.indexOf('sessions')).toBeLessThan(order.indexOf('actions'));
    expect(order.indexOf('actions')).toBeLessThan(order.indexOf('steps'));
    expect([...order].sort()).toEqual(['actions', 'agents', 'organizations', 'sessions', 'steps']);
  });

  it('leave out what means something in the other installation only', () => {
    expect(movedTables([table('browser_sessions', 'users'), table('users')])).toEqual(['organizations', 'users']);
  });
});
