import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../../platform/http/input/page.dto.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { listOf } from '../../platform/http/shape.js';
import { Access, Caller, Credential } from '../access/access.decorator.js';
import type { Principal } from '../access/principal.js';
import { Client, type ClientFacts } from '../sign-in/client-facts.js';
import { CreatedPersonalToken, CreatePersonalTokenDto, PersonalToken } from './personal-tokens.dto.js';
import { PersonalTokensService } from './personal-tokens.service.js';

@Controller('me/tokens')
export class PersonalTokensController {
  constructor(private readonly tokens: PersonalTokensService) {}

  @Get()
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('List the personal tokens of the operator', listOf(PersonalToken))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.tokens.list(caller, query);
  }

  @Post()
  @Access({ may: 'manage-own-account', plan: 'FREE', limit: { count: 10, seconds: 900 } })
  @Answers('Create a personal token', CreatedPersonalToken, 'proof-required')
  create(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Body() body: CreatePersonalTokenDto,
    @Client() client: ClientFacts,
  ) {
    return this.tokens.create(caller, credential, body, client);
  }

  @Delete(':id')
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('Revoke a personal token', Deleted)
  revoke(@Caller() caller: Principal, @Id('id', 'personal token') id: string) {
    return this.tokens.revoke(caller, id);
  }
}
