import { IsBoolean, IsIn, IsInt, IsObject, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { Nullable, Optional } from '../platform/http/optional.js';

/** A draft as it would be sent to POST /policies; whether it is enabled, or a shadow, makes no difference here. */
export class SimulatePolicyDto {
  @IsString() @Length(1, 255) apiNamePattern: string;
  @Nullable() @IsObject() condition?: object | null;
  @IsString() @IsIn(['ALLOW', 'REQUIRE_APPROVAL', 'BLOCK']) action: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(['enforce', 'shadow']) mode?: 'enforce' | 'shadow';
  @Optional() @IsInt() @Min(1) @Max(90) days?: number;
}
