import { lookAlikes } from './look-alikes.js';

const KNOWN = ['stripe.refunds.create', 'gmail.users.messages.send', 'github.issues.update', 's3.objects.delete'];

describe('operations that a pattern only seems to match', () => {
  it.each([
    ['Stripe.refunds.create', ['stripe.refunds.create']],
    ['STRIPE.*', ['stripe.refunds.create']],
    ['str1pe.*', ['stripe.refunds.create']],
    ['stripe.re-funds.create', ['stripe.refunds.create']],
    ['gmaiI.*', ['gmail.users.messages.send']],
    ['grnail.*', ['gmail.users.messages.send']],
    ['*.Issues.update', ['github.issues.update']],
    ['S3.0bjects.*', ['s3.objects.delete']],
  ])('are reported for %s', (pattern, expected) => {
    expect(lookAlikes(pattern, KNOWN)).toEqual(expected);
  });

  it.each(['*', 'stripe.*', '*.issues.update', 'crm.customers.*', 'stripe.charges.create', 'stripe', 'stripe.refunds'])(
    'are none for %s',
    (pattern) => expect(lookAlikes(pattern, KNOWN)).toEqual([]),
  );

  it('are five at most', () => {
    const many = Array.from({ length: 9 }, (_, index) => `stripe.things.do${index}`);
    expect(lookAlikes('Stripe.*', many)).toHaveLength(5);
  });
});
