import type { WebClient } from '@slack/web-api';
import type { IrreversibleOperation, ResourceOperation } from '../resource/resource.js';
import { bookmarkOperations } from './bookmark-operations.js';
import { chatOperations } from './chat-operations.js';
import { conversationOperations } from './conversation.js';
import { irreversibleOperations } from './irreversible-operations.js';
import { markOperations } from './mark.js';

const undone = [chatOperations, conversationOperations, markOperations, bookmarkOperations];

export const operations: readonly (ResourceOperation<WebClient> | IrreversibleOperation)[] = [
  ...undone.flat(),
  ...irreversibleOperations,
];
