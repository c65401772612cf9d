import { IsIn, IsString, Length } from 'class-validator';
import type { SettledAs } from '../../actions/rules/action.js';
import { Example } from '../../platform/http/documented.js';

export class SettleDto {
  /** `undone`: the effect is gone, or never was. `kept`: it is there, and stays. */
  @IsString() @IsIn(['undone', 'kept']) as: SettledAs;
  @IsString() @Length(1, 2_000) @Example('Refunded by hand in the Stripe dashboard.') note: string;
}
