import { Allow, IsIn, IsInt, IsObject, IsString, IsUUID, Matches, Max, MaxLength, Min } from 'class-validator';
import type { Json, JsonObject, OperationType } from '../connectors/connector.js';
import { Optional } from '../platform/http/optional.js';
import { ACTION_STATUSES, type ActionStatus, type LoggedStatus, OPERATION_TYPES } from './action.js';

const API_NAME = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/;
const LOGGED: LoggedStatus[] = ['CLEARED', 'PENDING_APPROVAL', 'SUCCESS', 'FAILED'];
const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;

export class LogActionDto {
  @IsString() @MaxLength(255) @Matches(API_NAME) apiName: string;
  @IsString() @IsIn(OPERATION_TYPES) operationType: OperationType;
  @IsObject() payload: JsonObject;
  @Optional() @Allow() response?: Json;
  @Optional() @IsString() @IsIn(LOGGED) status?: LoggedStatus;
  @Optional() @IsUUID() precaptureId?: string;
  @Optional() @IsInt() @Min(5_000) @Max(THIRTY_DAYS_MS) timeoutMs?: number;
  /** Of a report alone: the client says itself that the call ran without having asked. */
  @Optional() @IsString() @IsIn(['ungated']) violation?: 'ungated';
}

export class ConfirmActionDto {
  @IsString() @IsIn(ACTION_STATUSES) status: ActionStatus;
  @Optional() @Allow() response?: Json;
  @Optional() @IsString() @Matches(/^[0-9a-f]{64}$/) payloadHash?: string;
}

export class PrecaptureDto {
  @IsString() @MaxLength(255) @Matches(API_NAME) apiName: string;
  @IsObject() payload: JsonObject;
  @Optional() @IsUUID() actionId?: string;
}
