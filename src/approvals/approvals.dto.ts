import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Length, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import type { JsonObject } from '../connectors/connector.js';
import { Optional } from '../platform/http/optional.js';
import { PageQuery } from '../platform/http/page.dto.js';

export class ListApprovalsQuery extends PageQuery {
  @Optional() @IsString() @IsIn(['PENDING', 'APPROVED', 'REJECTED', 'ALL']) status:
    | 'PENDING'
    | 'APPROVED'
    | 'REJECTED'
    | 'ALL' = 'PENDING';
}

export class WaitQuery {
  @Optional() @IsInt() @Min(0) @Max(60) wait: number = 0;
}

/** Calls of the same session that are approved in advance. */
export class GrantDto {
  @IsString() @Length(1, 255) apiNamePattern: string;
  @IsInt() @Min(1) @Max(1_000) maxUses: number;
  @IsInt() @Min(1) @Max(1_440) minutes: number;
}

export class ApproveDto {
  @Optional() @IsString() @Matches(/^[0-9a-f]{64}$/) payloadHash?: string;
  @Optional() @IsObject() payload?: JsonObject;
  @Optional() @IsObject() @ValidateNested() @Type(() => GrantDto) grant?: GrantDto;
}

export class RejectDto {
  @Optional() @IsString() @MaxLength(2_000) reason?: string;
}
