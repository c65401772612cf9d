import { IsInt, IsUUID, Max, Min } from 'class-validator';
import { id, literal, named, object, text, typed } from '../shape.js';
import { Optional } from './optional.js';

/** `?limit=` and `?cursor=` of every list (docs/contract.md, "Wire conventions"). */
export class PageQuery {
  @Optional() @IsInt() @Min(1) @Max(200) limit: number = 50;
  @Optional() @IsUUID() cursor?: string;
}

/** `?wait=`, in seconds, of lists that may be waited for. */
export class HeldPageQuery extends PageQuery {
  @Optional() @IsInt() @Min(0) @Max(60) wait: number = 0;
}

/** The answer of a DELETE. */
export const Deleted = typed<{ readonly id: string; readonly deleted: boolean }>(
  named('Deleted', 'The resource was deleted.', object({ id, deleted: literal(true) })),
);

/** A sentence for a person that says what happens next. */
export const Message = named('Message', 'In words for a person.', object({ message: text('A mail is on its way.') }));
