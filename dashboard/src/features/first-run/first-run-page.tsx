import { SegmentedControl } from '@mantine/core';
import { Copyable } from '../../ui/copyable';
import { Page, Section } from '../../ui/page';
import { type Search, useUrlState } from '../../ui/url-state';
import { Arrival } from './arrival';
import { FirstKey } from './first-key';
import classes from './first-run.module.css';
import { STARTERS } from './starters';

const read = ({ client }: Search) => ({ starter: STARTERS.find(({ id }) => id === client) ?? STARTERS[0] });

/** From nothing to the first session: a key, a program of ten lines, and what it did. */
export default function FirstRunPage() {
  const [{ starter }, change] = useUrlState(read);
  if (!starter) return null;
  const { id, label, install, environment, code } = starter;
  return (
    <Page title="Your first agent" lead="A key, a program of ten lines, and the session appears here.">
      <Section title="1. Make a key" lead="It is shown once; it is kept as a hash.">
        <FirstKey />
      </Section>
      <Section title="2. Run an agent" lead="Choose the client that your agent uses. All of them work the same way.">
        <div className={classes.clients}>
          <SegmentedControl
            aria-label="Client"
            size="xs"
            value={id}
            onChange={(client) => change({ client })}
            data={STARTERS.map((one) => ({ value: one.id, label: one.label }))}
          />
        </div>
        <Copyable
          key={`${id} before`}
          label={`Before: ${label}`}
          text={[install, environment].filter(Boolean).join('\n')}
        />
        <p>
          Save this as <code>agent.mjs</code>:
        </p>
        <Copyable key={`${id} agent`} label={`The agent: ${label}`} text={code} />
        <Copyable label="Run it" text="node agent.mjs" />
      </Section>
      <Section title="3. Watch it" lead="This page needs no reload.">
        <Arrival />
      </Section>
    </Page>
  );
}
