import { SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Section } from '../../../ui/page';
import { ProblemNote } from '../../../ui/problem-note';
import { View } from '../../../ui/view';
import { policyWords as words } from '../../../words';
import { changeUnmatched, unmatchedQuery } from '../api';
import { DECISION_CHOICES, type Decision } from '../decisions';

const SENTENCES: Readonly<Record<Decision, string>> = {
  ALLOW: words.unmatched.allow,
  REQUIRE_APPROVAL: words.unmatched.requireApproval,
  BLOCK: words.unmatched.block,
};

/** Edits what becomes of calls that no enforced policy matches. */
export function Unmatched() {
  const query = useQuery(unmatchedQuery);
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: changeUnmatched,
    onSuccess: (settings) => queryClient.setQueryData(unmatchedQuery.queryKey, settings),
  });
  return (
    <Section title={words.unmatched.title} lead={words.unmatched.lead}>
      <View query={query} label={words.unmatched.loading}>
        {({ unmatched }) => (
          <>
            <SegmentedControl
              aria-label={words.unmatched.choice}
              data={DECISION_CHOICES}
              value={unmatched}
              disabled={changing.isPending}
              onChange={(value) => changing.mutate(value as Decision)}
            />
            <p role="status">{SENTENCES[unmatched]}</p>
            {changing.error && <ProblemNote error={changing.error} />}
          </>
        )}
      </View>
    </Section>
  );
}
