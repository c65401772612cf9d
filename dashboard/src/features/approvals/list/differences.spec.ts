import { differences } from './differences';

describe('the differences between several calls', () => {
  it('are the members that are not the same in all of them, with their values in each', () => {
    const refund = (charge: string, amount: number) => ({ charge, amount, metadata: { by: 'agent', order: charge } });
    expect(differences([refund('ch_1', 5), refund('ch_2', 5)])).toEqual([
      { path: 'charge', values: ['ch_1', 'ch_2'] },
      { path: 'metadata.order', values: ['ch_1', 'ch_2'] },
    ]);
  });

  it('hold undefined for a call without the member, and distinguish 1 from "1"', () => {
    expect(differences([{ a: 1 }, { a: '1', b: null }])).toEqual([
      { path: 'a', values: [1, '1'] },
      { path: 'b', values: [undefined, null] },
    ]);
  });

  it('are empty for equal calls', () => {
    expect(differences([{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }])).toEqual([]);
  });
});
