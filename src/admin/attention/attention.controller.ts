import { Controller, Get, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Attention, AttentionQuery } from './attention.dto.js';
import { AttentionService } from './attention.service.js';

@Controller('attention')
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Get()
  @Access({ may: 'read-attention', plan: 'FREE' })
  @Answers('List what needs an operator now', Attention)
  read(@Caller() caller: Principal, @Query() { since }: AttentionQuery) {
    return this.attention.read(caller, since);
  }
}
