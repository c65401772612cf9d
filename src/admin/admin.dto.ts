import { IsBoolean, IsIn, IsInt, IsObject, IsString, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { Nullable, Optional } from '../platform/http/optional.js';

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

/** A draft as it would be sent to POST /policies; whether it is enabled, or a shadow, makes no difference here. */
export class SimulatePolicyDto {
  @IsString() @Length(1, 255) apiNamePattern: string;
  @Nullable() @IsObject() condition?: object | null;
  @IsString() @IsIn(['ALLOW', 'REQUIRE_APPROVAL', 'BLOCK']) action: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(['enforce', 'shadow']) mode?: 'enforce' | 'shadow';
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
  @Optional() @IsInt() @Min(1) @Max(90) days?: number;
}

export class RollBackAgentDto {
  /** A moment in ISO 8601; which, is for the use case to say. */
  @IsString() @Length(1, 40) since: string;
}
