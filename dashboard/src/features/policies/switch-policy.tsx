import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemNote } from '../../ui/problem-note';
import { policyWords as words } from '../../words';
import { changePolicy, type Policy, policiesQuery } from './api';

/** Switches a policy on or off, with immediate effect. */
export function SwitchPolicy({ policy, label }: { policy: Policy; label?: string }) {
  const queryClient = useQueryClient();
  const switching = useMutation({
    mutationFn: (enabled: boolean) => changePolicy(policy.id, { enabled }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: policiesQuery.queryKey }),
  });
  return (
    <>
      <Switch
        aria-label={label ? undefined : words.switchPolicy.label(policy.apiNamePattern.slice(0, 100))}
        label={label}
        checked={switching.isPending ? switching.variables : policy.enabled}
        disabled={switching.isPending}
        onChange={(event) => switching.mutate(event.currentTarget.checked)}
      />
      {switching.error && <ProblemNote error={switching.error} />}
    </>
  );
}
