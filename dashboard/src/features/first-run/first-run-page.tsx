import { Button, Radio, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChoiceLabel } from '../../ui/choice-label';
import { Copyable } from '../../ui/copyable';
import { Page, Section } from '../../ui/page';
import { ProblemNote } from '../../ui/problem-note';
import { type Search, useUrlState } from '../../ui/url-state';
import { firstRunWords as words } from '../../words';
import { createFirstKey, sdkPackageQuery } from './api';
import { Arrival } from './arrival';
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
    <Page title={words.firstRunPage.title} lead={words.firstRunPage.lead}>
      <Section title={words.firstRunPage.stepKey} lead={words.firstRunPage.stepKeyLead}>
        <FirstKey />
      </Section>
      <Section title={words.firstRunPage.stepRun} lead={words.firstRunPage.stepRunLead}>
        <div className={classes.clients}>
          <SegmentedControl
            aria-label={words.firstRunPage.client}
            size="xs"
            value={id}
            onChange={(client) => change({ client })}
            data={STARTERS.map((one) => ({ value: one.id, label: one.label }))}
          />
        </div>
        <Copyable
          key={`${id} before`}
          label={words.firstRunPage.before(label)}
          text={preparation(starter, sdk ?? null)}
        />
        <p>
          {words.firstRunPage.saveAs} <code>agent.mjs</code>:
        </p>
        <Copyable key={`${id} agent`} label={words.firstRunPage.program(label)} text={code} />
        <Copyable label={words.firstRunPage.run} text={words.firstRunPage.command} />
        <p>
          {words.firstRunPage.liveKey} <Link to="/connectors">{words.firstRunPage.connectorsLink}</Link>{' '}
          {words.firstRunPage.liveKeyReason}
        </p>
      </Section>
      <Section title={words.firstRunPage.stepWatch} lead={words.firstRunPage.stepWatchLead}>
        <Arrival />
      </Section>
    </Page>
  );
}

type Kind = 'live' | 'test';

/** Makes a key, and shows the variables that the agent's shell needs. */
function FirstKey() {
  const [kind, setKind] = useState<Kind>('test');
  const make = useMutation({ mutationFn: createFirstKey });
  if (make.data)
    return (
      <>
        <Copyable
          label={words.firstKey.environment}
          text={words.firstKey.environmentLines(location.origin, make.data.key)}
        />
        <p>
          {words.firstKey.copyNow} <Link to="/api-keys">{words.firstKey.keysLink}</Link> {words.firstKey.keysNote}
        </p>
      </>
    );
  return (
    <div className={classes.key}>
      <Radio.Group aria-label={words.firstKey.kind} value={kind} onChange={(chosen) => setKind(chosen as Kind)}>
        <div className={classes.kinds}>
          <Radio value="test" label={<ChoiceLabel hint={words.firstKey.testHelp}>{words.firstKey.test}</ChoiceLabel>} />
          <Radio value="live" label={<ChoiceLabel hint={words.firstKey.liveHelp}>{words.firstKey.live}</ChoiceLabel>} />
        </div>
      </Radio.Group>
      {make.error && <ProblemNote error={make.error} />}
      <Button loading={make.isPending} onClick={() => make.mutate(kind)}>
        {words.firstKey.create}
      </Button>
    </div>
  );
}
