import { Checkbox, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGroups } from '../../../api/groups';
import { UntrustedText } from '../../../ui/untrusted-text';
import { policyWords as words } from '../../../words';
import type { Draft } from '../draft/draft';
import classes from './editor.module.css';

interface ApproversProps {
  readonly draft: Pick<Draft, 'approvers' | 'allowRequester'>;
  readonly change: (changes: Partial<Draft>) => void;
  readonly wrong: string | undefined;
}

/** Edits who approves the calls: groups, and whether who asked may. */
export function Approvers({ draft: { approvers, allowRequester }, change, wrong }: ApproversProps) {
  const groups = useGroups();
  return (
    <>
      <Checkbox.Group
        className={classes.wide}
        label={words.effect.approvers}
        description={words.effect.approversHelp}
        value={[...approvers]}
        error={wrong}
        onChange={(ids) => change({ approvers: ids })}
      >
        <div className={classes.choices}>
          {groups.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={<UntrustedText>{name}</UntrustedText>} />
          ))}
          {groups.length === 0 && (
            <p>
              {words.effect.noGroups} <Link to="/team">{words.effect.noGroupsLink}</Link>.
            </p>
          )}
        </div>
      </Checkbox.Group>
      <Switch
        label={words.effect.requester}
        description={words.effect.requesterHelp}
        checked={allowRequester ?? approvers.length === 0}
        onChange={(event) => change({ allowRequester: event.currentTarget.checked })}
      />
    </>
  );
}
