import { IsIn, IsString, Length, Matches, MaxLength } from 'class-validator';
import { Optional } from '../platform/http/optional.js';

const SLUG = /^[A-Za-z0-9][A-Za-z0-9._:@/-]*$/;

export class CreateApiKeyDto {
  @IsString() @Length(1, 100) name: string;
  @IsString() @IsIn(['live', 'test']) kind: 'live' | 'test';
  @Optional() @IsString() @Length(1, 100) @Matches(SLUG) agentId?: string;
}

export class ChangeMeDto {
  @IsString() @Length(1, 200) name: string;
}

export class RegisterAgentDto {
  @IsString() @Length(1, 100) @Matches(SLUG) slug: string;
  @Optional() @IsString() @MaxLength(2_000) description?: string;
  @Optional() @IsString() @Length(1, 200) displayName?: string;
}

export class ChangeAgentDto {
  @Optional() @IsString() @Length(1, 200) displayName?: string;
  @Optional() @IsString() @MaxLength(2_000) description?: string;
  @Optional() @IsString() @IsIn(['ACTIVE', 'PAUSED']) status?: 'ACTIVE' | 'PAUSED';
}

export class RollBackAgentDto {
  /** A moment in ISO 8601; which, is for the use case to say. */
  @IsString() @Length(1, 40) since: string;
}
