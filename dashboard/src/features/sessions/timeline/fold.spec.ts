import type { Action } from '../api';
import { fold, idOf, type Line, lineOf, namesOf } from './fold';

const action = (id: string, more: Partial<Action> = {}) =>
  ({
    id,
    apiName: 'postgres.rows.select',
    operationType: 'READ',
    status: 'SUCCESS',
    violation: null,
    approval: null,
    ...more,
  }) as Action;
const write = (id: string) => action(id, { operationType: 'UPDATE' });
const text = (lines: readonly Line[]) =>
  lines.map((line) => (line.kind === 'reads' ? `${idOf(line)}..${line.reads.length}` : idOf(line))).join(' ');

describe('the timeline', () => {
  it('folds reads in a row, and keeps writes as they are', () => {
    expect(text(fold([write('a'), action('b'), action('c'), write('d'), action('e')], new Set()))).toBe('a b..2 d e');
  });

  it('shows the reads of a fold that the operator opened', () => {
    expect(text(fold([action('a'), action('b'), write('c')], new Set(['a'])))).toBe('a..2 a b c');
  });

  it('folds no read that violated a policy, failed, or waited for an approval', () => {
    const odd = [action('a', { violation: 'blocked' }), action('b', { status: 'FAILED' }), action('c')];
    expect(text(fold(odd, new Set()))).toBe('a b c');
  });

  it('finds the fold that holds an action', () => {
    const actions = [write('a'), action('b'), action('c')];
    expect(lineOf(fold(actions, new Set()), 'c')).toBe(1);
    expect(lineOf(fold(actions, new Set(['b'])), 'c')).toBe(3);
    expect(lineOf(fold(actions, new Set()), 'z')).toBe(-1);
  });

  it('names each kind of read once', () => {
    expect(namesOf([action('a'), action('b'), action('c', { apiName: 'x.y.z' })])).toBe(
      'postgres.rows.select ×2, x.y.z',
    );
  });
});
