import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { Operation } from '../../../api/registry';
import { policyWords as words } from '../../../words';
import { bodyOf, type Draft, formOf } from '../draft/draft';
import { argumentsOf, fieldsOf } from '../draft/fields';
import { isCondition, parsedCondition } from '../draft/json';
import { newRow, newWindowRow, type Row } from '../draft/rows';
import { ComparisonRow } from './comparison-row';
import classes from './editor.module.css';
import { Part } from './part';
import { WindowRow } from './window-row';

interface ConditionFormProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly operations: readonly Operation[];
  readonly wrongAt: (input: string) => string | undefined;
}

const CHOICES = [
  { value: 'every', label: words.conditionForm.every },
  { value: 'all', label: words.conditionForm.all },
  { value: 'any', label: words.conditionForm.any },
  { value: 'json', label: words.conditionForm.json },
];

/** Edits the condition: comparisons of the call's arguments and facts, and limits over time. */
export function ConditionForm({ draft, change, operations, wrongAt }: ConditionFormProps) {
  const { when, rows, json, apiNamePattern } = draft;
  const isRows = when === 'all' || when === 'any';
  const setRow = (key: number, changes: Partial<Row>) =>
    change({ rows: rows.map((row) => (row.key === key ? ({ ...row, ...changes } as Row) : row)) });
  const add = (row: Row) => change({ rows: [...rows, row] });
  return (
    <Part title={words.conditionForm.title} about={words.conditionForm.lead}>
      <SegmentedControl
        size="xs"
        aria-label={words.conditionForm.which}
        data={CHOICES}
        value={when}
        onChange={(value) => change(chosen(draft, value as Draft['when']))}
      />
      {isRows && (
        <div className={classes.rows}>
          {rows.map((row, index) => {
            const common = {
              number: index + 1,
              wrongAt: (input: string) => wrongAt(`rows.${index}.${input}`),
              remove: () => change({ rows: rows.filter(({ key }) => key !== row.key) }),
            };
            return row.kind === 'window' ? (
              <WindowRow
                {...common}
                key={row.key}
                row={row}
                paths={argumentsOf(operations, apiNamePattern)}
                change={(changes) => setRow(row.key, changes)}
              />
            ) : (
              <ComparisonRow
                {...common}
                key={row.key}
                row={row}
                fields={fieldsOf(operations, apiNamePattern)}
                change={(changes) => setRow(row.key, changes)}
              />
            );
          })}
          <div className={classes.adding}>
            <Adding label={words.conditionForm.addComparison} add={() => add(newRow())} />
            <Adding label={words.conditionForm.addWindow} add={() => add(newWindowRow())} />
          </div>
          {wrongAt('rows') && <p className={classes.wrong}>{wrongAt('rows')}</p>}
          <p className={classes.hint}>{words.conditionForm.lists}</p>
        </div>
      )}
      {when === 'json' && (
        <Textarea
          className={`${classes.wide} ${classes.mono}`}
          label={words.conditionForm.jsonInput}
          description={words.conditionForm.jsonHelp}
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

function Adding({ label, add }: { label: string; add: () => void }) {
  return (
    <Button size="compact-xs" variant="default" leftSection={<Plus size={13} />} onClick={add}>
      {label}
    </Button>
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
    const read = parsedCondition(draft.json);
    const { rows } = formOf('value' in read && isCondition(read.value) ? read.value : null);
    if (rows.length > 0) return { when, rows };
  }
  return { when, rows: draft.rows.length > 0 ? draft.rows : [newRow()] };
}
