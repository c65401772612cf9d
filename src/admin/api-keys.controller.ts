import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { ApiKeysService } from '../auth/keys/api-keys.service.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../platform/http/input/page.dto.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { listOf } from '../platform/http/shape.js';
import { ApiKey, CreateApiKeyDto, CreatedApiKey } from './admin.dto.js';

@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Access({ may: 'read-api-keys', plan: 'FREE' })
  @Answers('List API keys', listOf(ApiKey))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.keys.list(caller, query);
  }

  @Post()
  @Access({ may: 'manage-api-keys', plan: 'FREE', limit: { count: 10, seconds: 900 } })
  @Answers('Create an API key', CreatedApiKey)
  create(@Caller() caller: Principal, @Body() body: CreateApiKeyDto) {
    return this.keys.create(caller, body);
  }

  @Delete(':id')
  @Access({ may: 'manage-api-keys', plan: 'FREE' })
  @Answers('Revoke an API key', Deleted)
  revoke(@Caller() caller: Principal, @Id('id', 'API key') id: string) {
    return this.keys.revoke(caller, id);
  }
}
