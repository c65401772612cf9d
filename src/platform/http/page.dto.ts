import { IsInt, IsUUID, Max, Min } from 'class-validator';
import { Optional } from './optional.js';

/** `?limit=` and `?cursor=` of every list (docs/contract.md, "Wire conventions"). */
export class PageQuery {
  @Optional() @IsInt() @Min(1) @Max(200) limit: number = 50;
  @Optional() @IsUUID() cursor?: string;
}
