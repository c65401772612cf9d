import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import type { Principal } from '../auth/principal.js';
import { PutCredentialDto, ValidateQuery } from './credentials.dto.js';
import { CredentialsService } from './credentials.service.js';

const CHANGES = { who: 'operator', plan: 'PRO', limit: { count: 15, seconds: 900 } } as const;

@Controller('settings/credentials')
export class CredentialsController {
  constructor(private readonly credentials: CredentialsService) {}

  @Get()
  @Access({ who: 'operator', plan: 'FREE' })
  list(@Caller() caller: Principal) {
    return this.credentials.list(caller);
  }

  @Get('validate')
  @Access({ who: 'any', limit: { count: 30, seconds: 60 } })
  validate(@Caller() caller: Principal, @Query() query: ValidateQuery) {
    return this.credentials.validate(
      caller,
      query.connectors.split(',').flatMap((id) => id.trim() || []),
    );
  }

  @Put(':connector')
  @Access(CHANGES)
  put(@Caller() caller: Principal, @Param('connector') connector: string, @Body() body: PutCredentialDto) {
    return this.credentials.put(caller, connector, body.values);
  }

  @Delete(':connector')
  @Access(CHANGES)
  remove(@Caller() caller: Principal, @Param('connector') connector: string) {
    return this.credentials.remove(caller, connector);
  }
}
