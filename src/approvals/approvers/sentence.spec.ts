import { toSentence } from './sentence.js';

const finance = { name: 'finance', members: 2 };
const legal = { name: 'legal', members: 1 };
const empty = { name: 'security', members: 0 };

describe('the reason why an operator may not approve', () => {
  it('names the groups of each policy that still wants approvals', () => {
    expect(toSentence('not-in-group', [[finance, legal], [finance]])).toBe(
      'You are not among the approvers of this call. It needs an approval of "finance" or "legal", and "finance".',
    );
    expect(toSentence('given', [[legal]])).toBe('Your group has approved this call. It needs an approval of "legal".');
    expect(toSentence('requester', [])).toBe('You asked for this call, so another operator has to approve it.');
  });

  it('says that no operator can approve while a group has no members, or is deleted', () => {
    expect(toSentence('not-in-group', [[empty]])).toMatch(/No operator can approve it: "security" has no members\.$/);
    expect(toSentence('not-in-group', [[finance], [empty, empty]])).toMatch(/"security" or "security" has no members/);
    expect(toSentence('joined-since', [[]])).toMatch(/a group that was deleted\. No operator can approve it: reject/);
    expect(toSentence('joined-since', [[empty, legal]])).not.toMatch(/No operator/);
  });
});
