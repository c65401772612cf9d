import { IsString, Length } from 'class-validator';
import { Nullable } from '../../platform/http/input/optional.js';
import { describe, id, listOf, named, object, text, time } from '../../platform/http/shape.js';
import { noteOf } from '../approvals.dto.js';

export class NoteDto {
  /** Null removes the note. */
  @Nullable() @IsString() @Length(1, 2_000) note?: string | null;
}

export const ApprovalNote = named('ApprovalNote', 'The note on an approval.', object({ id, note: noteOf }));

export const ApprovalViewers = named(
  'ApprovalViewers',
  'The other operators who have the approval open.',
  object({
    id,
    viewers: describe(
      'Other operators, by their address; each said so in the last 30 seconds.',
      listOf(object({ by: text('operator@example.com'), at: time })),
    ),
  }),
);
