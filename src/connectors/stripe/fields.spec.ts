import { fieldsOf, paramsOf, setsOf } from './fields.js';

const NAMES = ['name', 'email', 'currency', 'address'];

describe('the fields of an object at Stripe', () => {
  it('are its named members and each key of its metadata; empty is null, and an empty key is not there', () => {
    const object = {
      id: 'cus_1',
      name: '',
      email: 'a',
      address: { line1: '1', line2: null },
      metadata: { a: '1', b: '' },
    };
    expect(fieldsOf(object, NAMES)).toEqual({
      name: null,
      email: 'a',
      currency: null,
      address: { line1: '1' },
      'metadata.a': '1',
    });
  });

  it('that a call sets are those of its parameters, with the metadata as text', () => {
    const params = { id: 'cus_1', name: 'A', currency: 'EUR', metadata: { a: 1, b: '', c: null } };
    const sets = { name: 'A', currency: 'eur', 'metadata.a': '1', 'metadata.b': null, 'metadata.c': null };
    expect(setsOf(params, NAMES, null)).toEqual(sets);
  });

  it.each(['', null])('are all removed from the metadata by %j', (metadata) => {
    expect(setsOf({ metadata }, NAMES, { name: 'A', 'metadata.a': '1' })).toEqual({ 'metadata.a': null });
  });

  it('go back as parameters, in which "" removes', () => {
    expect(paramsOf({ name: null, 'metadata.a': '1', 'metadata.b.c': null, address: { line1: '1' } })).toEqual({
      name: '',
      metadata: { a: '1', 'b.c': '' },
      address: { line1: '1', line2: '', city: '', state: '', postal_code: '', country: '' },
    });
    expect(paramsOf({ address: null, active: false })).toEqual({ address: '', active: false });
  });
});
