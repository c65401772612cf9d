import { SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Section } from '../../../ui/page';
import { ProblemNote } from '../../../ui/problem-note';
import { View } from '../../../ui/view';
import { changeUnmatched, unmatchedQuery } from '../api/unmatched';
import { DECISION_WORDS, DECISIONS, type Decision } from '../words';

const SENTENCES: Readonly<Record<Decision, string>> = {
  ALLOW: 'A call that no policy matches runs at once.',
  REQUIRE_APPROVAL: 'A call that no policy matches waits for an operator.',
  BLOCK: 'A call that no policy matches is blocked: policies that allow are an allow-list.',
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
    <Section title="Default" lead="What becomes of a call that no enforced policy matches.">
      <View query={query} label="the default">
        {({ unmatched }) => (
          <>
            <SegmentedControl
              aria-label="Default decision"
              data={DECISIONS.map((value) => ({ value, label: DECISION_WORDS[value][0] }))}
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
