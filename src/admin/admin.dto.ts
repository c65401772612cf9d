import { IsIn, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';

const SLUG = /^[A-Za-z0-9][A-Za-z0-9._:@/-]*$/;

export class CreateApiKeyDto {
  @IsString() @Length(1, 100) name: string;
  @IsString() @IsIn(['live', 'test']) kind: 'live' | 'test';
  @IsOptional() @IsString() @Length(1, 100) @Matches(SLUG) agentId?: string;
}

export class RegisterAgentDto {
  @IsString() @Length(1, 100) @Matches(SLUG) slug: string;
  @IsOptional() @IsString() @MaxLength(2_000) description?: string;
  @IsOptional() @IsString() @Length(1, 200) displayName?: string;
}

export class ChangeAgentDto {
  @IsOptional() @IsString() @Length(1, 200) displayName?: string;
  @IsOptional() @IsString() @MaxLength(2_000) description?: string;
  @IsOptional() @IsString() @IsIn(['ACTIVE', 'PAUSED']) status?: 'ACTIVE' | 'PAUSED';
}
