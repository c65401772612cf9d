import { PatternTrie, parsePattern } from '../../../../../src/policies/pattern.js';
import { isOffered, patternsIn } from './offered';

function byService(patterns: readonly string[], apiName: string): boolean {
  const offered = new PatternTrie<true>();
  for (const pattern of patterns) offered.add(parsePattern(pattern), true);
  return offered.find(apiName).length > 0;
}

describe('the operations that a credential offers', () => {
  it.each(['stripe.refunds.*', 'stripe.*', 'stripe.*.create', 'stripe.refunds.create', 'stripe.*.*', 'github.*'])(
    'are those that the service finds for %s',
    (pattern) => {
      for (const name of ['stripe.refunds.create', 'stripe.checkout.sessions.create', 'stripe.refunds', 'stripe'])
        expect([name, isOffered([pattern], name)]).toEqual([name, byService([pattern], name)]);
    },
  );

  it('are written one pattern a line', () => {
    expect(patternsIn(' stripe.* \n\nstripe.refunds.create\n')).toEqual(['stripe.*', 'stripe.refunds.create']);
  });
});
