import { Button, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChoiceLabel } from '../../ui/choice-label';
import { Copyable } from '../../ui/copyable';
import { ProblemNote } from '../../ui/problem-note';
import { createFirstKey } from './api/create-key';
import classes from './first-run.module.css';

type Kind = 'live' | 'test';

/** Makes a key, and shows the variables that the agent's shell needs. */
export function FirstKey() {
  const [kind, setKind] = useState<Kind>('test');
  const make = useMutation({ mutationFn: createFirstKey });
  if (make.data)
    return (
      <>
        <Copyable
          label="The environment of the agent"
          text={`export BACKSTOP_URL=${location.origin}\nexport BACKSTOP_API_KEY=${make.data.key}`}
        />
        <p>
          Copy the key now: it is not shown again. <Link to="/api-keys">API keys</Link> lists it, and revokes it.
        </p>
      </>
    );
  return (
    <div className={classes.key}>
      <Radio.Group aria-label="Kind of key" value={kind} onChange={(chosen) => setKind(chosen as Kind)}>
        <div className={classes.kinds}>
          <Radio
            value="test"
            label={<ChoiceLabel hint="Calls are simulated: none reaches the provider.">Test</ChoiceLabel>}
          />
          <Radio value="live" label={<ChoiceLabel hint="Calls are executed for real.">Live</ChoiceLabel>} />
        </div>
      </Radio.Group>
      {make.error && <ProblemNote error={make.error} />}
      <Button loading={make.isPending} onClick={() => make.mutate(kind)}>
        Create key
      </Button>
    </div>
  );
}
