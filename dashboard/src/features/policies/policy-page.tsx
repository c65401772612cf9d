import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommands } from '../../keyboard/use-commands';
import { Confirm } from '../../ui/confirm';
import { Choice } from '../../ui/filters';
import pageClasses from '../../ui/page.module.css';
import { SubjectHead } from '../../ui/subject-head';
import { UntrustedText } from '../../ui/untrusted-text';
import { type Search, useUrlState } from '../../ui/url-state';
import { Empty, View } from '../../ui/view';
import { policyWords as words } from '../../words';
import { type Policy, policiesQuery, removePolicy } from './api';
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
      <View query={query} label={words.policyPage.loading}>
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
    <Empty title={words.policyPage.missing}>
      <p>
        {words.policyPage.missingHelp} <code>{id.slice(0, 40)}</code>
        {words.policyPage.missingAudit}
      </p>
      <Button variant="default" onClick={() => void navigate({ to: '/policies' } as never)}>
        {words.policyPage.all}
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
  useCommands(words.policyPage.commands, [
    !isEdited && { keys: 'e', label: words.policyPage.editCommand, run: edit },
    !isEdited && { keys: 'Escape', label: words.policyPage.back, run: all },
  ]);
  return (
    <>
      <SubjectHead
        back={{ to: '/policies', label: words.policyPage.all }}
        title={name === null ? <code>{apiNamePattern}</code> : <UntrustedText>{name}</UntrustedText>}
        tags={<PolicyTags policy={policy} />}
        actions={
          !isEdited && (
            <>
              <SwitchPolicy policy={policy} label={words.policyPage.on} />
              <Button variant="default" onClick={edit}>
                {words.policyPage.edit}
              </Button>
              <Button variant="subtle" color="red" onClick={() => setIsDeleted(true)}>
                {words.policyPage.delete}
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
                label={words.range.label}
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
          title={words.policyPage.deleteTitle}
          confirm={words.policyPage.deleteTitle}
          run={() => removePolicy(id)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: policiesQuery.queryKey });
            all();
          }}
          close={() => setIsDeleted(false)}
        >
          <p>
            {words.policyPage.deleteLead} <code>{apiNamePattern}</code> {words.policyPage.deleteConsequence}
          </p>
        </Confirm>
      )}
    </>
  );
}
