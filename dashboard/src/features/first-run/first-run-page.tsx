import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../ui/copyable';
import { Page, Section } from '../../ui/page';
import { type Search, useUrlState } from '../../ui/url-state';
import { sdkPackageQuery } from './api/sdk-package';
import { Arrival } from './arrival';
import { FirstKey } from './first-key';
import classes from './first-run.module.css';
import { preparation, STARTERS } from './starters';

const read = ({ client }: Search) => ({ starter: STARTERS.find(({ id }) => id === client) ?? STARTERS[0] });

/** Leads from nothing to the first session: a key, a program of ten lines, and its calls. */
export default function FirstRunPage() {
  const [{ starter }, change] = useUrlState(read);
  const { data: sdk, isPending } = useQuery(sdkPackageQuery);
  if (!starter || isPending) return null;
  const { id, label, code } = starter;
  return (
    <Page title="Your first agent" lead="Create a key, run a program of ten lines, and see its session here.">
      <Section title="1. Create a key" lead="The key is shown once. Backstop keeps only its hash.">
        <FirstKey />
      </Section>
      <Section title="2. Run an agent" lead="Choose the client of your agent. Run the commands in an empty folder.">
        <div className={classes.clients}>
          <SegmentedControl
            aria-label="Client"
            size="xs"
            value={id}
            onChange={(client) => change({ client })}
            data={STARTERS.map((one) => ({ value: one.id, label: one.label }))}
          />
        </div>
        <Copyable key={`${id} before`} label={`Before: ${label}`} text={preparation(starter, sdk ?? null)} />
        <p>
          Save this as <code>agent.mjs</code>:
        </p>
        <Copyable key={`${id} agent`} label={`The agent: ${label}`} text={code} />
        <Copyable label="Run it" text="node agent.mjs" />
        <p>
          With a live key, store the credential of the provider under <Link to="/connectors">Connectors</Link> first:
          Backstop captures and restores state with it.
        </p>
      </Section>
      <Section title="3. Watch it" lead="The session appears without a reload.">
        <Arrival />
      </Section>
    </Page>
  );
}
