import { ActionIcon, Autocomplete, Checkbox, NativeSelect } from '@mantine/core';
import { X } from 'lucide-react';
import { CONDITION_OPERATORS, OPERATOR_NAMES } from '../../../../../src/contract/condition-operators.js';
import { policyWords as words } from '../../../words';
import { type FieldGroup, isFact, isSequence, isTime } from '../draft/fields';
import type { ComparisonRow as Row } from '../draft/rows';
import { kindOf, type Operator } from '../draft/value';
import { ComparisonValue } from './comparison-value';
import classes from './editor.module.css';

interface ComparisonRowProps {
  readonly row: Row;
  readonly number: number;
  readonly fields: readonly FieldGroup[];
  readonly wrongAt: (input: 'field' | 'value' | 'timeZone') => string | undefined;
  readonly change: (changes: Partial<Row>) => void;
  readonly remove: () => void;
}

const OPERATOR_CHOICES = OPERATOR_NAMES.map((value) => ({ value, label: CONDITION_OPERATORS[value].words }));

/** One comparison: a field, an operator and a value. */
export function ComparisonRow({ row, number, fields, wrongAt, change, remove }: ComparisonRowProps) {
  const { field, operator, value, matchesMissing, ignoresCase, timeZone } = row;
  return (
    <fieldset className={classes.row} aria-label={words.comparisonRow.label(number)}>
      <Autocomplete
        className={classes.mono}
        aria-label={words.comparisonRow.field(number)}
        placeholder={words.comparisonRow.fieldExample}
        data={[...fields]}
        limit={60}
        maxDropdownHeight={220}
        value={field}
        error={wrongAt('field')}
        onChange={(chosen) => change({ field: chosen, ...operatorFor(chosen, operator) })}
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        aria-label={words.comparisonRow.operator(number)}
        value={operator}
        data={OPERATOR_CHOICES}
        onChange={(event) => change({ operator: event.currentTarget.value as Operator })}
      />
      <ComparisonValue row={row} number={number} wrong={wrongAt('value')} set={(text) => change({ value: text })} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        aria-label={words.comparisonRow.remove(number)}
        onClick={remove}
      >
        <X size={15} />
      </ActionIcon>
      {isTime(field) && (
        <Autocomplete
          className={classes.zone}
          aria-label={words.comparisonRow.timeZone(number)}
          placeholder={words.comparisonRow.timeZoneExample}
          data={Intl.supportedValuesOf('timeZone')}
          limit={20}
          value={timeZone}
          error={wrongAt('timeZone')}
          onChange={(chosen) => change({ timeZone: chosen })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {!(operator === 'exists' && value === 'false') && (
        <Checkbox
          className={classes.missing}
          size="xs"
          label={words.comparisonRow.matchMissing}
          checked={matchesMissing}
          onChange={(event) => change({ matchesMissing: event.currentTarget.checked })}
        />
      )}
      {CONDITION_OPERATORS[operator].foldsCase && (
        <Checkbox
          className={classes.missing}
          size="xs"
          label={words.comparisonRow.ignoreCase}
          checked={ignoresCase}
          onChange={(event) => change({ ignoresCase: event.currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}

/** Names of earlier calls are matched by a pattern, and texts are not compared as numbers. */
function operatorFor(field: string, operator: Operator): { operator?: Operator } {
  if (kindOf(operator) !== 'number') return {};
  if (isSequence(field)) return { operator: 'glob' };
  return isFact(field) ? { operator: 'eq' } : {};
}
