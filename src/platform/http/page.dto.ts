import { IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';

/** `?limit=` and `?cursor=` of every list (contract, "Wire conventions"). */
export class PageQuery {
  @IsOptional() @IsInt() @Min(1) @Max(200) limit: number = 50;
  @IsOptional() @IsUUID() cursor?: string;
}
