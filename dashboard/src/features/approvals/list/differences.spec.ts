import { differences } from './differences';

describe('what differs between several calls', () => {
  it('is each member that is not the same in all of them, with its value in each', () => {
    const refund = (charge: string, amount: number) => ({ charge, amount, metadata: { by: 'agent', order: charge } });
    expect(differences([refund('ch_1', 5), refund('ch_2', 5)])).toEqual([
      { path: 'charge', values: ['ch_1', 'ch_2'] },
      { path: 'metadata.order', values: ['ch_1', 'ch_2'] },
    ]);
  });

  it('has undefined where a call has no such member, and tells 1 from "1"', () => {
    expect(differences([{ a: 1 }, { a: '1', b: null }])).toEqual([
      { path: 'a', values: [1, '1'] },
      { path: 'b', values: [undefined, null] },
    ]);
  });

  it('is nothing for equal calls', () => {
    expect(differences([{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }])).toEqual([]);
  });
});
