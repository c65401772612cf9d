import { IsObject, IsString, Length } from 'class-validator';

export class PutCredentialDto {
  @IsObject() values: Record<string, unknown>;
}

export class ValidateQuery {
  @IsString() @Length(1, 1_000) connectors: string;
}
