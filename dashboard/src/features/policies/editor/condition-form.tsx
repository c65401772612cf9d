import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { Operation } from '../../../api/registry';
import { bodyOf, type Draft, formOf, newRow, type Row } from '../draft/draft';
import { fieldsOf } from '../draft/fields';
import { ComparisonRow } from './comparison-row';
import classes from './editor.module.css';
import { Part } from './part';

interface ConditionFormProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly operations: readonly Operation[];
  readonly wrongAt: (input: string) => string | undefined;
}

const CHOICES = [
  { value: 'every', label: 'Every call' },
  { value: 'all', label: 'All of these' },
  { value: 'any', label: 'Any of these' },
  { value: 'json', label: 'JSON' },
];

/** Edits the condition: comparisons of the call's arguments and of the service's facts about it. */
export function ConditionForm({ draft, change, operations, wrongAt }: ConditionFormProps) {
  const { when, rows, json, apiNamePattern } = draft;
  const isRows = when === 'all' || when === 'any';
  const setRow = (key: number, changes: Partial<Row>) =>
    change({ rows: rows.map((row) => (row.key === key ? { ...row, ...changes } : row)) });
  return (
    <Part
      title="When"
      about="What has to be true of a call. Backstop reads facts from the call itself; arguments are as the agent writes them. A policy that blocks or requires approval also matches calls that do not have the argument."
    >
      <SegmentedControl
        size="xs"
        aria-label="Which of the calls"
        data={CHOICES}
        value={when}
        onChange={(value) => change(chosen(draft, value as Draft['when']))}
      />
      {isRows && (
        <div className={classes.rows}>
          {rows.map((row, index) => (
            <ComparisonRow
              key={row.key}
              row={row}
              number={index + 1}
              fields={fieldsOf(operations, apiNamePattern)}
              wrongField={wrongAt(`rows.${index}.field`)}
              wrongValue={wrongAt(`rows.${index}.value`)}
              change={(changes) => setRow(row.key, changes)}
              remove={() => change({ rows: rows.filter(({ key }) => key !== row.key) })}
            />
          ))}
          <div>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Plus size={13} />}
              onClick={() => change({ rows: [...rows, newRow()] })}
            >
              Add a comparison
            </Button>
          </div>
          {wrongAt('rows') && <p className={classes.wrong}>{wrongAt('rows')}</p>}
        </div>
      )}
      {when === 'json' && (
        <Textarea
          className={`${classes.wide} ${classes.mono}`}
          label="The condition as JSON"
          description="Groups within groups: { &quot;all&quot;: [ { &quot;any&quot;: [ … ] } ] }, at most 8 deep."
          autosize
          minRows={5}
          maxRows={18}
          spellCheck={false}
          value={json}
          error={wrongAt('json')}
          onChange={(event) => change({ json: event.currentTarget.value })}
        />
      )}
    </Part>
  );
}

/** Returns the draft in the other form of writing a condition, with its contents if they can be kept. */
function chosen(draft: Draft, when: Draft['when']): Partial<Draft> {
  if (when === 'json') {
    const condition = bodyOf(draft).body?.condition ?? null;
    return { when, json: condition ? JSON.stringify(condition, null, 2) : draft.json || '{\n  "all": []\n}' };
  }
  if (when === 'every') return { when };
  if (draft.when === 'json') {
    const form = formOf(bodyOf(draft).body?.condition ?? null);
    if (form.rows.length > 0) return { when, rows: form.rows };
  }
  return { when, rows: draft.rows.length > 0 ? draft.rows : [newRow()] };
}
