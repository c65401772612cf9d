import { Equals, IsString, Length, Matches } from 'class-validator';

export class CreateSessionDto {
  @IsString() @Length(1, 100) @Matches(/^[A-Za-z0-9][A-Za-z0-9._:@/-]*$/) agentId: string;
  @IsString() @Length(1, 10_000) intent: string;
}

export class CompleteSessionDto {
  @IsString() @Equals('COMPLETED') status: 'COMPLETED';
}
