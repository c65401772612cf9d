import { Button, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChoiceLabel } from '../../ui/choice-label';
import { Copyable } from '../../ui/copyable';
import { ProblemNote } from '../../ui/problem-note';
import { firstRunWords as words } from '../../words';
import { createFirstKey } from './api';
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
