import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import { ApiKeysService } from '../auth/keys/api-keys.service.js';
import type { Principal } from '../auth/principal.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { Id } from '../platform/http/validation.pipe.js';
import { CreateApiKeyDto } from './admin.dto.js';

@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Access({ who: 'operator', plan: 'FREE' })
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.keys.list(caller, query);
  }

  @Post()
  @Access({ who: 'operator', plan: 'FREE', limit: { count: 10, seconds: 900 } })
  create(@Caller() caller: Principal, @Body() body: CreateApiKeyDto) {
    return this.keys.create(caller, body);
  }

  @Delete(':id')
  @Access({ who: 'operator', plan: 'FREE' })
  revoke(@Caller() caller: Principal, @Id('id', 'API key') id: string) {
    return this.keys.revoke(caller, id);
  }
}
