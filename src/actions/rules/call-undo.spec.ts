import { undoOf, undoOfEdited } from './call-undo.js';

const exact = { reversibility: 'exact', precapture: 'required' } as const;
const statement = { reversibility: 'none', precapture: 'required' } as const;
const never = { reversibility: 'none', precapture: 'none' } as const;
const taken = { failed: false, reversibility: null };
const failed = { failed: true, reversibility: null };

describe('the reversibility of one call', () => {
  it("is the registry's when the state was captured", () => {
    expect(undoOf(exact, taken)).toEqual({ reversibility: 'exact', captureFailed: false });
  });

  it('is impossible when the capture failed, or there is none', () => {
    for (const capture of [failed, null])
      expect(undoOf(exact, capture)).toEqual({ reversibility: 'none', captureFailed: true });
  });

  it("is the capture's for a statement whose name states the worst case", () => {
    expect(undoOf(statement, taken).reversibility).toBe('none');
    expect(undoOf(statement, { failed: false, reversibility: 'exact' }).reversibility).toBe('exact');
    expect(undoOf(statement, { failed: true, reversibility: 'exact' }).reversibility).toBe('none');
  });

  it('needs no capture when nothing undoes the call', () => {
    expect(undoOf(never, null)).toEqual({ reversibility: 'none', captureFailed: false });
  });

  it('is impossible for an operation that no connector knows', () => {
    for (const capture of [failed, null])
      expect(undoOf(null, capture)).toEqual({ reversibility: 'none', captureFailed: true });
  });

  it("is the registry's in a simulated session", () => {
    expect(undoOf(exact, 'simulated')).toEqual({ reversibility: 'exact', captureFailed: false });
  });

  it('is unknown for edited arguments until they are captured', () => {
    expect(undoOfEdited(exact)).toEqual({ reversibility: 'unknown', captureFailed: 'unknown' });
    expect(undoOfEdited(never)).toEqual({ reversibility: 'none', captureFailed: false });
    expect(undoOfEdited(null)).toEqual({ reversibility: 'none', captureFailed: true });
  });
});
