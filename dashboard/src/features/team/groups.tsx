import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Group, groupsQuery } from '../../api/groups';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { Confirm } from '../../ui/confirm';
import { Section } from '../../ui/page';
import { type Column, Table } from '../../ui/table';
import { UntrustedText } from '../../ui/untrusted-text';
import { View } from '../../ui/view';
import { teamWords as words } from '../../words';
import { allMembersQuery, deleteGroup } from './api';
import classes from './groups.module.css';

const GroupForm = lazyOverlay(() => import('./group-form'));

/** The groups that policies name as approvers. */
export function Groups() {
  const groups = useQuery(groupsQuery);
  const { data: members = [] } = useQuery(allMembersQuery);
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Group | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Group | null>(null);
  const emailOf = new Map(members.map(({ id, email }) => [id, email]));
  const columns: readonly Column<Group>[] = [
    { head: words.groups.name, cell: ({ name }) => <UntrustedText>{name}</UntrustedText> },
    {
      head: words.groups.members,
      cell: (group) =>
        group.members.length === 0 ? (
          <span className={classes.empty}>{words.groups.empty}</span>
        ) : (
          <UntrustedText>{group.members.map((id) => emailOf.get(id) ?? '…').join(', ')}</UntrustedText>
        ),
    },
    {
      head: words.groups.change,
      isHeadHidden: true,
      cell: (group) => (
        <div className={classes.buttons}>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={words.groups.changeOf(group.name)}
            onClick={() => setEdited(group)}
          >
            {words.groups.change}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={words.groups.deleteOf(group.name)}
            onClick={() => setDeleted(group)}
          >
            {words.groups.delete}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Section title={words.groups.label} lead={words.groups.lead}>
      <View query={groups} label={words.groups.loading} empty={<p>{words.groups.none}</p>}>
        {(rows) => <Table label={words.groups.label} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </View>
      <Button variant="default" size="compact-sm" onClick={() => setEdited('new')}>
        {words.groups.add}
      </Button>
      {edited && <GroupForm group={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
      {deleted && (
        <Confirm
          title={words.groups.deleteTitle}
          confirm={words.groups.deleteConfirm}
          run={() => deleteGroup(deleted.id)}
          onDone={() => {
            setDeleted(null);
            void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey });
          }}
          close={() => setDeleted(null)}
        >
          <p>
            <UntrustedText>{deleted.name}</UntrustedText> {words.groups.deleteConsequence}
          </p>
        </Confirm>
      )}
    </Section>
  );
}
