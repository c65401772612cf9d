import { Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Group, groupsQuery } from '../../api/groups';
import { keysOfForm } from '../../api/idempotency';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { UntrustedText } from '../../ui/untrusted-text';
import { View } from '../../ui/view';
import { teamWords as words } from '../../words';
import { allMembersQuery, changeGroup, createGroup } from './api';
import classes from './groups.module.css';

interface GroupFormProps {
  /** Null for a new one. */
  readonly group: Group | null;
  readonly close: () => void;
}

/** A group's name, and which members are in it. */
export default function GroupForm({ group, close }: GroupFormProps) {
  const queryClient = useQueryClient();
  const members = useQuery(allMembersQuery);
  const [keyFor] = useState(keysOfForm);
  return (
    <Dialog onClose={close} title={group === null ? words.groups.newTitle : words.groups.changeTitle}>
      <View query={members} label={words.members.loading}>
        {(all) => (
          <Form
            submit={group === null ? words.groups.create : words.groups.save}
            cancel={close}
            send={({ name = '' }, form) => {
              const wanted = { name, members: form.getAll('members').map(String) };
              return group === null ? createGroup(wanted, keyFor(wanted)) : changeGroup(group.id, wanted);
            }}
            onDone={() => {
              void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey });
              close();
            }}
          >
            {(wrong) => (
              <>
                <TextInput
                  name="name"
                  label={words.groups.name}
                  placeholder={words.groups.nameExample}
                  defaultValue={group?.name ?? ''}
                  maxLength={100}
                  required
                  withAsterisk={false}
                  autoComplete="off"
                  data-autofocus
                  error={wrong('name')}
                />
                <fieldset className={classes.members}>
                  <legend>{words.groups.members}</legend>
                  {all.map(({ id, email }) => (
                    <Checkbox
                      key={id}
                      name="members"
                      value={id}
                      defaultChecked={group?.members.includes(id) ?? false}
                      label={<UntrustedText>{email}</UntrustedText>}
                    />
                  ))}
                </fieldset>
                {wrong('members') && <p role="alert">{wrong('members')}</p>}
                <p className={classes.help}>{words.groups.membersHelp}</p>
              </>
            )}
          </Form>
        )}
      </View>
    </Dialog>
  );
}
