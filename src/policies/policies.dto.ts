import { IsBoolean, IsIn, IsInt, IsObject, IsString, Length, MaxLength, Min } from 'class-validator';
import { Nullable, Optional } from '../platform/http/optional.js';

const ACTIONS = ['ALLOW', 'REQUIRE_APPROVAL', 'BLOCK'] as const;
const MODES = ['enforce', 'shadow'] as const;

export class CreatePolicyDto {
  @IsString() @Length(1, 255) apiNamePattern: string;
  @Nullable() @IsObject() condition?: object | null;
  @IsString() @IsIn(ACTIONS) action: (typeof ACTIONS)[number];
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(MODES) mode?: (typeof MODES)[number];
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
}

export class ChangePolicyDto {
  @Optional() @IsString() @Length(1, 255) apiNamePattern?: string;
  @Nullable() @IsObject() condition?: object | null;
  @Optional() @IsString() @IsIn(ACTIONS) action?: (typeof ACTIONS)[number];
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(MODES) mode?: (typeof MODES)[number];
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
}
