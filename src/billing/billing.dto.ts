import { IsIn } from 'class-validator';
import { Optional } from '../platform/http/optional.js';

export class PortalQuery {
  /** What to buy, for who has no subscription yet. */
  @Optional() @IsIn(['PRO', 'TEAM']) plan?: 'PRO' | 'TEAM';
}
