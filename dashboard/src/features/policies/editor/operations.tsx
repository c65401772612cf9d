import { Autocomplete } from '@mantine/core';
import { useMemo } from 'react';
import type { Operation } from '../../../api/registry';
import { ReversibilityTag } from '../../../ui/reversibility';
import { policyWords as words } from '../../../words';
import type { Draft } from '../draft/draft';
import { matches, patternsOf, wrongWith } from '../draft/pattern';
import classes from './editor.module.css';
import { Part } from './part';

interface OperationsProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly operations: readonly Operation[];
  readonly wrong: string | undefined;
}

const NAMED = 8;
const OFFERED = 50;

/**
 * Edits the operation pattern, typed or picked from the registry, and lists the known operations that it matches now.
 */
export function Operations({ draft: { apiNamePattern }, change, operations, wrong }: OperationsProps) {
  const offered = useMemo(() => patternsOf(operations.map(({ apiName }) => apiName)), [operations]);
  const matched = wrongWith(apiNamePattern) ? [] : operations.filter(({ apiName }) => matches(apiNamePattern, apiName));
  return (
    <Part title={words.operations.title} about={words.operations.lead}>
      <Autocomplete
        className={`${classes.wide} ${classes.mono}`}
        label={words.operations.pattern}
        placeholder={words.operations.patternExample}
        data={offered}
        limit={OFFERED}
        maxDropdownHeight={260}
        selectFirstOptionOnChange={false}
        value={apiNamePattern}
        error={wrong ?? (apiNamePattern === '' ? undefined : (wrongWith(apiNamePattern) ?? undefined))}
        onChange={(value) => change({ apiNamePattern: value.trim() })}
        autoComplete="off"
        spellCheck={false}
      />
      {apiNamePattern !== '' && !wrongWith(apiNamePattern) && operations.length > 0 && (
        <div>
          <p className={classes.hint} role="status">
            {matched.length === 0
              ? words.operations.noneMatches(operations.length)
              : words.operations.matches(matched.length, operations.length)}
          </p>
          <ul className={classes.operations}>
            {matched.slice(0, NAMED).map(({ apiName, reversibility, operationType }) => (
              <li key={apiName}>
                <code>{apiName}</code>
                {operationType !== 'READ' && <ReversibilityTag reversibility={reversibility} />}
              </li>
            ))}
            {matched.length > NAMED && (
              <li className={classes.hint}>{words.operations.more(matched.length - NAMED)}</li>
            )}
          </ul>
        </div>
      )}
    </Part>
  );
}
