import { editNote } from './edit-note.js';

describe('the note about an edited call', () => {
  it('names what changed, what was added and what was left out, and the reason', () => {
    const from = { id: 'o-1', amount: 500, note: 'all of it' };
    const to = { id: 'o-1', amount: 50, currency: 'EUR' };
    expect(editNote({ from, to, reason: 'At most 50.' })).toBe(
      'An operator changed the arguments before the call ran (amount: 50 in place of 500; currency: "EUR" in place of nothing; ' +
        'note: nothing in place of "all of it"). This result is of the changed call; do not repeat the call with your own ' +
        'arguments. Reason: At most 50.',
    );
  });

  it('is short, however much was changed', () => {
    const to = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`member${index}`, 'x'.repeat(5_000)]));
    const note = editNote({ from: {}, to, reason: null });
    expect(note.length).toBeLessThan(3_000);
    expect(note).toContain('; 20 more)');
  });
});
