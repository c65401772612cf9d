import { IsIn, IsInt, IsObject, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
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

export class ApproveDto {
  @Optional() @IsString() @Matches(/^[0-9a-f]{64}$/) payloadHash?: string;
  @Optional() @IsObject() payload?: JsonObject;
}

export class RejectDto {
  @Optional() @IsString() @MaxLength(2_000) reason?: string;
}
