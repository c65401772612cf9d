import { Button, TextInput } from '@mantine/core';
import { usePreferences } from '../../../preferences/preferences';
import { fromLocal, toLocal } from '../../../ui/local-time';
import { absolute } from '../../../ui/moments';
import { Section } from '../../../ui/page';
import { agoFrom, RECENT } from '../since';
import classes from './undo.module.css';

interface ChooseSinceProps {
  readonly since: string | null;
  readonly choose: (since: string) => void;
  readonly leave: () => void;
}

/** Since when; the plan below follows. */
export function ChooseSince({ since, choose, leave }: ChooseSinceProps) {
  const { timeZone } = usePreferences();
  const zone = timeZone === 'local' ? 'this browser' : timeZone;
  return (
    <Section
      title="Undo since"
      lead={
        since
          ? `Everything it did from ${absolute(Date.parse(since), timeZone)} on.`
          : 'Choose a moment. The calls that would be undone are shown first.'
      }
      actions={
        <Button variant="subtle" onClick={leave}>
          Cancel
        </Button>
      }
    >
      <div className={classes.since}>
        {RECENT.map(([words, milliseconds]) => (
          <Button key={words} variant="default" onClick={() => choose(agoFrom(Date.now(), milliseconds))}>
            Last {words}
          </Button>
        ))}
        <TextInput
          type="datetime-local"
          size="xs"
          label={`Or from (time of ${zone})`}
          defaultValue={since ? toLocal(since, timeZone) : ''}
          onBlur={(event) => {
            const text = event.currentTarget.value;
            const moment = fromLocal(text, timeZone);
            if (moment && Date.parse(moment) <= Date.now() && (!since || text !== toLocal(since, timeZone)))
              choose(moment);
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </div>
    </Section>
  );
}
