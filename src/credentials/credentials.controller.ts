import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Deleted } from '../platform/http/input/page.dto.js';
import { listOf } from '../platform/http/shape.js';
import {
  Credential,
  CredentialsCheck,
  PutCredentialDto,
  TrialQuery,
  UndoTrial,
  ValidateQuery,
} from './credentials.dto.js';
import { CredentialsService } from './credentials.service.js';
import { UndoTrialsService } from './undo-trials.service.js';

@Controller('settings/credentials')
export class CredentialsController {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly trials: UndoTrialsService,
  ) {}

  @Get()
  @Access({ may: 'read-credentials', plan: 'FREE' })
  @Answers('List stored credentials', listOf(Credential))
  list(@Caller() caller: Principal) {
    return this.credentials.list(caller);
  }

  @Get('validate')
  @Access({ who: 'any', limit: { count: 30, seconds: 60 } })
  @Answers('Check which connectors are configured', CredentialsCheck)
  validate(@Caller() caller: Principal, @Query() query: ValidateQuery) {
    return this.credentials.validate(
      caller,
      query.connectors.split(',').flatMap((id) => id.trim() || []),
    );
  }

  @Put(':connector')
  @Access({ may: 'manage-credentials', plan: 'PRO', limit: { count: 15, seconds: 900 } })
  @Answers('Store a credential', Credential)
  put(@Caller() caller: Principal, @Param('connector') connector: string, @Body() body: PutCredentialDto) {
    return this.credentials.put(caller, connector, body);
  }

  @Delete(':connector')
  @Access({ may: 'manage-credentials', plan: 'PRO', limit: { count: 15, seconds: 900 } })
  @Answers('Delete a credential', Deleted)
  remove(@Caller() caller: Principal, @Param('connector') connector: string) {
    return this.credentials.remove(caller, connector);
  }

  @Get(':connector/trial')
  @Access({ may: 'manage-credentials', plan: 'PRO', limit: { count: 30, seconds: 60 } })
  @Answers('Test an undo on one table', UndoTrial)
  tryOn(@Caller() caller: Principal, @Param('connector') connector: string, @Query() { table }: TrialQuery) {
    return this.trials.tryOn(caller, connector, table);
  }
}
