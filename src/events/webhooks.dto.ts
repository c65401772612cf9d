import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  Length,
  MaxLength,
} from 'class-validator';
import { Optional } from '../platform/http/optional.js';
import { EVENT_TYPES, type EventType } from './event.js';
import type { WebhookKind } from './webhook.view.js';

export class CreateWebhookDto {
  @Optional() @IsString() @IsIn(['webhook', 'slack', 'email']) kind?: WebhookKind;
  @Optional() @IsString() @Length(1, 2_000) url?: string;
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(EVENT_TYPES.length)
  @ArrayUnique()
  @IsIn(EVENT_TYPES, { each: true })
  events?: EventType[];
  @Optional() @IsString() @MaxLength(200) description?: string;
}

export class ChangeWebhookDto {
  @IsBoolean() enabled: boolean;
}
