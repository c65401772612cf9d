import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommands } from '../../keyboard/use-commands';
import { Confirm } from '../../ui/confirm';
import { Choice } from '../../ui/filters';
import pageClasses from '../../ui/page.module.css';
import { StrangerText } from '../../ui/stranger-text';
import { SubjectHead } from '../../ui/subject-head';
import { type Search, useUrlState } from '../../ui/url-state';
import { Empty, View } from '../../ui/view';
import { type Policy, policiesQuery } from './api/list';
import { removePolicy } from './api/remove';
import { PolicyTags } from './decision';
import { draftOf } from './draft/draft';
import { Editor } from './editor/editor';
import { DAY_OPTIONS, readDays, stateOf, writtenDays } from './filters';
import { Rule } from './rule';
import { Statistics } from './statistics/statistics';
import { SwitchPolicy } from './switch-policy';

const read = ({ edit, days }: Search) => ({ isEdited: edit === 'yes', days: readDays(days) });

/** One policy: its rule, its effects, and its editor. */
export default function PolicyPage() {
  const { policyId = '' } = useParams({ strict: false }) as { policyId?: string };
  const query = useQuery(policiesQuery);
  return (
    <div className={pageClasses.page}>
      <View query={query} label="the policy">
        {({ rows }) => {
          const policy = rows.find(({ id }) => id === policyId);
          return policy ? <Shown key={policyId} policy={policy} /> : <Gone id={policyId} />;
        }}
      </View>
    </div>
  );
}

function Gone({ id }: { id: string }) {
  const navigate = useNavigate();
  return (
    <Empty title="There is no such policy">
      <p>
        It was deleted, or the link is wrong: <code>{id.slice(0, 40)}</code>. The audit log says who deleted a policy.
      </p>
      <Button variant="default" onClick={() => void navigate({ to: '/policies' } as never)}>
        All policies
      </Button>
    </Empty>
  );
}

function Shown({ policy }: { policy: Policy }) {
  const [{ isEdited, days }, change] = useUrlState(read);
  const [isDeleted, setIsDeleted] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { id, name, apiNamePattern } = policy;
  const edit = () => change({ edit: 'yes' }, { step: true });
  const leave = () => change({ edit: undefined });
  const all = () => void navigate({ to: '/policies' } as never);
  useCommands('Policy', [
    !isEdited && { keys: 'e', label: 'Edit the policy', run: edit },
    !isEdited && { keys: 'Escape', label: 'Back to the policies', run: all },
  ]);
  return (
    <>
      <SubjectHead
        back={{ to: '/policies', label: 'All policies' }}
        title={name === null ? <code>{apiNamePattern}</code> : <StrangerText>{name}</StrangerText>}
        tags={<PolicyTags policy={policy} />}
        actions={
          !isEdited && (
            <>
              <SwitchPolicy policy={policy} label="On" />
              <Button variant="default" onClick={edit}>
                Edit
              </Button>
              <Button variant="subtle" color="red" onClick={() => setIsDeleted(true)}>
                Delete…
              </Button>
            </>
          )
        }
      />
      {isEdited ? (
        <Editor initial={draftOf(policy)} policyId={id} onSaved={leave} cancel={leave} />
      ) : (
        <>
          <Rule policy={policy} />
          <Statistics
            policyId={id}
            isShadow={stateOf(policy) === 'shadow'}
            days={days}
            range={
              <Choice
                label="Time range"
                value={String(days)}
                options={DAY_OPTIONS}
                set={(value) => change({ days: writtenDays(value) })}
              />
            }
          />
        </>
      )}
      {isDeleted && (
        <Confirm
          title="Delete the policy"
          confirm="Delete the policy"
          run={() => removePolicy(id)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: policiesQuery.queryKey });
            all();
          }}
          close={() => setIsDeleted(false)}
        >
          <p>
            Calls of <code>{apiNamePattern}</code> are no longer judged by it, from now on and in every session. Its
            statistics go with it; switched off, they would stay.
          </p>
        </Confirm>
      )}
    </>
  );
}
