import { undoOf, undoOfEdited } from './call-undo.js';

const exact = { reversibility: 'exact', precapture: 'required' } as const;
const statement = { reversibility: 'none', precapture: 'required' } as const;
const never = { reversibility: 'none', precapture: 'none' } as const;
const taken = { failed: false, reversibility: null };
const failed = { failed: true, reversibility: null };

describe('how far one call can be undone', () => {
  it('is what its name says where the state was captured', () => {
    expect(undoOf(exact, taken)).toEqual({ reversibility: 'exact', captureFailed: false });
  });

  it('is not at all where the capture failed, or there is none', () => {
    for (const capture of [failed, null])
      expect(undoOf(exact, capture)).toEqual({ reversibility: 'none', captureFailed: true });
  });

  it('is what the capture found of a statement whose name states the worst', () => {
    expect(undoOf(statement, taken).reversibility).toBe('none');
    expect(undoOf(statement, { failed: false, reversibility: 'exact' }).reversibility).toBe('exact');
    expect(undoOf(statement, { failed: true, reversibility: 'exact' }).reversibility).toBe('none');
  });

  it('needs no capture where nothing undoes the call', () => {
    expect(undoOf(never, null)).toEqual({ reversibility: 'none', captureFailed: false });
  });

  it('is not at all for an operation that no connector knows', () => {
    for (const capture of [failed, null])
      expect(undoOf(null, capture)).toEqual({ reversibility: 'none', captureFailed: true });
  });

  it('is what its name says in a simulated session', () => {
    expect(undoOf(exact, 'simulated')).toEqual({ reversibility: 'exact', captureFailed: false });
  });

  it('is not known of edited arguments until they are captured', () => {
    expect(undoOfEdited(exact)).toEqual({ reversibility: 'unknown', captureFailed: 'unknown' });
    expect(undoOfEdited(never)).toEqual({ reversibility: 'none', captureFailed: false });
    expect(undoOfEdited(null)).toEqual({ reversibility: 'none', captureFailed: true });
  });
});
