import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { ItemsOf } from '../../platform/http/input/items.js';
import { describe, listOf, named, object, oneOf, text } from '../../platform/http/shape.js';
import { KINDS, type Kind } from '../kinds.js';

/** Every process holds all of them in its memory, and each may cost a comparison for each member of a call. */
export const MOST_REDACTION_RULES = 50;

export class RedactionRuleDto {
  /** The name of the rule, which stands in the place of each replaced value. */
  @IsString() @Matches(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$/) name: string;
  @IsString() @MaxLength(255) apiNamePattern: string;
  @IsString() @MaxLength(255) path: string;
}

export class RedactionSettingsDto {
  @IsArray() @ArrayUnique() @IsIn(KINDS, { each: true }) kinds: Kind[];
  @ItemsOf(RedactionRuleDto) @ArrayMaxSize(MOST_REDACTION_RULES) rules: RedactionRuleDto[];
}

export const RedactionSettings = named(
  'RedactionSettings',
  'Rules by which parts of calls are replaced before they are stored.',
  object({
    kinds: describe('Values that are known by their form, wherever they stand.', listOf(oneOf(...KINDS))),
    rules: listOf(
      object({
        name: describe('It stands in the place of the value.', text('customer-ssn')),
        apiNamePattern: text('postgres.*'),
        path: describe('Begins with `payload`, `response`, `snapshot`, or `*` for all of them.', text('*.**.ssn')),
      }),
    ),
  }),
);
