import { Body, Controller, Delete } from '@nestjs/common';
import { Access, Caller, Credential } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Client, type ClientFacts } from '../../auth/sign-in/client-facts.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Deleted } from '../../platform/http/input/page.dto.js';
import { DeleteMeDto } from '../admin.dto.js';
import { DeletionService } from './deletion.service.js';

@Controller('me')
export class DeletionController {
  constructor(private readonly deletions: DeletionService) {}

  @Delete()
  @Access({ may: 'manage-own-account', plan: 'FREE', limit: { count: 3, seconds: 3600 } })
  @Answers('Delete the account', Deleted, 'rollback-running', 'proof-required')
  delete(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Body() body: DeleteMeDto,
    @Client() client: ClientFacts,
  ) {
    return this.deletions.delete(caller, credential, body.password, client);
  }
}
