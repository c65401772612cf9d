import { Button, TextInput } from '@mantine/core';
import { usePreferences } from '../../../preferences/preferences';
import { fromLocal, toLocal } from '../../../ui/local-time';
import { absolute } from '../../../ui/moments';
import { Section } from '../../../ui/page';
import { agentWords } from '../../../words';
import { agoFrom, RECENT } from '../since';
import classes from './undo.module.css';

interface ChooseSinceProps {
  readonly since: string | null;
  readonly choose: (since: string) => void;
  readonly leave: () => void;
}

/** Chooses the time from which calls are undone; the plan below changes with it. */
export function ChooseSince({ since, choose, leave }: ChooseSinceProps) {
  const { timeZone } = usePreferences();
  const zone = timeZone === 'local' ? agentWords.chooseSince.thisBrowser : timeZone;
  return (
    <Section
      title={agentWords.chooseSince.title}
      lead={since ? agentWords.chooseSince.chosen(absolute(Date.parse(since), timeZone)) : agentWords.chooseSince.lead}
      actions={
        <Button variant="subtle" onClick={leave}>
          {agentWords.chooseSince.cancel}
        </Button>
      }
    >
      <div className={classes.since}>
        {RECENT.map(([words, milliseconds]) => (
          <Button key={words} variant="default" onClick={() => choose(agoFrom(Date.now(), milliseconds))}>
            {agentWords.chooseSince.last} {words}
          </Button>
        ))}
        <TextInput
          type="datetime-local"
          size="xs"
          label={agentWords.chooseSince.moment(zone)}
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
