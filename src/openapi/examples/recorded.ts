// Recorded by `npm run generate -- examples`; see scripts/record-examples.mjs.
import type { Recorded } from './recorded-example.js';

export const RECORDED: Readonly<Record<string, Recorded>> = {
 "GET /": {
  "answer": {
   "data": {
    "name": "Backstop",
    "version": "0.1.0",
    "description": "The service between an agent and the world's side effects: policy checks, approvals, a truthful ledger and rollback.",
    "links": {
     "health": "https://backstop.example/health",
     "register": "https://backstop.example/auth/register",
     "readme": "https://github.com/backstop-dev/backstop/blob/HEAD/README.md",
     "reference": "https://backstop.example/docs",
     "documentation": "https://github.com/backstop-dev/backstop/tree/HEAD/docs",
     "errors": "https://github.com/backstop-dev/backstop/blob/HEAD/docs/errors.md"
    },
    "signIn": [],
    "sdk": "/sdk/backstop-sdk-0.1.0.tgz"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /agents": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-3d38a149218d",
     "slug": "support-agent",
     "displayName": "support-agent",
     "description": "",
     "status": "ACTIVE",
     "registered": false,
     "sessions": 1,
     "lastSeenAt": "2026-01-02T03:04:05.678Z",
     "createdAt": "2026-01-02T03:04:00.000Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /agents": {
  "body": {
   "slug": "billing-agent",
   "displayName": "Billing agent",
   "description": "Sends invoices"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-cdcf158cf200",
    "slug": "billing-agent",
    "displayName": "Billing agent",
    "description": "Sends invoices",
    "status": "ACTIVE",
    "registered": true,
    "sessions": 0,
    "lastSeenAt": null,
    "createdAt": "2026-01-02T03:04:00.000Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /agents/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-3d38a149218d",
    "slug": "support-agent",
    "displayName": "support-agent",
    "description": "",
    "status": "ACTIVE",
    "registered": false,
    "sessions": 2,
    "lastSeenAt": "2026-01-02T03:04:05.678Z",
    "createdAt": "2026-01-02T03:04:00.000Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /agents/{id}": {
  "body": {
   "status": "PAUSED"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-cdcf158cf200",
    "slug": "billing-agent",
    "displayName": "Billing agent",
    "description": "Sends invoices",
    "status": "PAUSED",
    "registered": true,
    "sessions": 0,
    "lastSeenAt": null,
    "createdAt": "2026-01-02T03:04:00.000Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /agents/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-cdcf158cf200",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /agents/{id}/rollback": {
  "answer": {
   "data": {
    "agentId": "support-agent",
    "since": "2026-01-02T02:04:00.000Z",
    "state": "planned",
    "skipped": [],
    "sessions": 1,
    "total": 6,
    "effects": [
     {
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
      "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
      "apiName": "postgres.rows.update",
      "summary": "Update customers where id=42: credit=50 (1 row)",
      "status": "SUCCESS",
      "at": "2026-01-02T03:04:05.678Z",
      "captured": true
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /agents/{id}/rollback": {
  "body": {
   "since": "2026-01-02T02:04:00.000Z"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-9f6c145391f2",
    "agentId": "support-agent",
    "since": "2026-01-02T02:04:00.000Z",
    "skipped": [],
    "state": "finished",
    "startedAt": "2026-01-02T03:04:05.678Z",
    "rollbacks": [
     {
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
      "displayStatus": "PARTIALLY_REVERTED",
      "counters": {
       "success": 1,
       "failed": 0,
       "pendingApproval": 0,
       "cleared": 0,
       "blocked": 1,
       "unknown": 0,
       "rolledBack": 5,
       "rollbackFailed": 0
      },
      "state": "finished",
      "rollbackId": "019f1c5e-7a52-7c3b-9d5e-e438a30f9e64",
      "fromActionId": null,
      "toolCallId": null,
      "reverts": null,
      "startedAt": "2026-01-02T03:04:05.678Z",
      "finishedAt": "2026-01-02T03:04:05.678Z",
      "progress": {
       "finished": 6,
       "total": 6
      },
      "results": [
       {
        "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
        "apiName": "postgres.rows.update",
        "outcome": "ROLLED_BACK",
        "summary": "Update customers where id=42: credit=50 (1 row)",
        "isUnproved": false,
        "settledAs": null,
        "settledBy": null,
        "settledAt": null,
        "settledNote": null,
        "detail": "1 row restored",
        "items": [
         {
          "resource": "public.customers id=42",
          "result": "restored",
          "fields": [
           {
            "field": "credit",
            "before": "42.00",
            "after": "50.00",
            "now": "50.00",
            "result": "restored"
           }
          ]
         }
        ]
       }
      ],
      "hash": "fc58c5a6ffca07a41977c08fad4ee790a6bdd775785fd29929d006a0a78b8c74",
      "unverifiedReads": []
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /api-keys": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-c03d790bdfde",
     "name": "support agent",
     "kind": "live",
     "agentId": null,
     "createdBy": "ada@example.com",
     "status": "ACTIVE",
     "createdAt": "2026-01-02T03:04:00.000Z",
     "lastUsedAt": null,
     "revokedAt": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /api-keys": {
  "body": {
   "name": "support agent",
   "kind": "live"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-c03d790bdfde",
    "name": "support agent",
    "kind": "live",
    "agentId": null,
    "createdBy": "ada@example.com",
    "status": "ACTIVE",
    "createdAt": "2026-01-02T03:04:00.000Z",
    "lastUsedAt": null,
    "revokedAt": null,
    "key": "bks_live_…"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /api-keys/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-4530a7c61383",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /approvals": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-97977d3402e8",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
     "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
     "agentId": "support-agent",
     "onBehalfOf": null,
     "labels": {},
     "toolCallId": null,
     "traceparent": null,
     "apiName": "postgres.rows.update",
     "summary": "Update customers where id=42: credit=500 (1 row)",
     "simulated": false,
     "status": "PENDING",
     "actionStatus": "PENDING_APPROVAL",
     "unconfirmed": false,
     "performance": null,
     "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":500},\"rowCount\":1}",
     "timeRemaining": 3541000,
     "reason": null,
     "code": null,
     "decidedBy": null,
     "approvals": {
      "required": 1,
      "given": []
     },
     "createdAt": "2026-01-02T03:04:00.000Z",
     "expiresAt": "2026-01-02T04:04:00.000Z",
     "onExpiry": "reject",
     "decidedAt": null,
     "usableUntil": null,
     "note": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /approvals/decisions": {
  "body": {
   "decisions": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-ab5d3d227803",
     "decision": "approve",
     "payloadHash": "fac1b5e3dde7b66103d2e9409f9fbd512277083e8bccbe119b4ca437ffb2ce9a"
    }
   ]
  },
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-ab5d3d227803",
     "status": 200,
     "approval": {
      "id": "019f1c5e-7a52-7c3b-9d5e-ab5d3d227803",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
      "actionId": "019f1c5e-7a52-7c3b-9d5e-6774fd3f0432",
      "agentId": "support-agent",
      "onBehalfOf": null,
      "labels": {},
      "toolCallId": null,
      "traceparent": null,
      "apiName": "postgres.rows.update",
      "summary": "Update customers where id=42: credit=400",
      "simulated": false,
      "status": "APPROVED",
      "actionStatus": "CLEARED",
      "unconfirmed": true,
      "performance": null,
      "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":400}}",
      "timeRemaining": 3541000,
      "reason": null,
      "code": null,
      "decidedBy": "ada@example.com",
      "approvals": {
       "required": 1,
       "given": [
        {
         "by": "ada@example.com",
         "at": "2026-01-02T03:04:05.678Z"
        }
       ]
      },
      "createdAt": "2026-01-02T03:04:00.000Z",
      "expiresAt": "2026-01-02T04:04:00.000Z",
      "onExpiry": "reject",
      "decidedAt": "2026-01-02T03:04:05.678Z",
      "usableUntil": "2026-01-02T03:04:05.678Z",
      "note": null
     },
     "error": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /approvals/grants": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-30d921698f28",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
     "agentId": "support-agent",
     "approvalId": "019f1c5e-7a52-7c3b-9d5e-798fbbb87433",
     "apiNamePattern": "postgres.rows.insert",
     "toolCallId": null,
     "status": "ACTIVE",
     "maxUses": 5,
     "uses": 0,
     "remainingUses": 5,
     "createdBy": "ada@example.com",
     "createdAt": "2026-01-02T03:04:00.000Z",
     "expiresAt": "2026-01-02T04:04:00.000Z",
     "revokedAt": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /approvals/grants/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-30d921698f28",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /approvals/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-97977d3402e8",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.update",
    "summary": "Update customers where id=42: credit \"42.00\" → 500 (1 row)",
    "simulated": false,
    "status": "PENDING",
    "actionStatus": "PENDING_APPROVAL",
    "unconfirmed": false,
    "performance": null,
    "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":500},\"rowCount\":1}",
    "timeRemaining": 3541000,
    "reason": null,
    "code": null,
    "decidedBy": null,
    "approvals": {
     "required": 1,
     "given": []
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "decidedAt": null,
    "usableUntil": null,
    "note": null,
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-97977d3402e8",
    "payload": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 500
     },
     "rowCount": 1
    },
    "payloadHash": "242ed1c63382e72f991aff1ac38904af7ca0129d8f2d7815e5af88354271fafc",
    "redacted": [],
    "payloadShown": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 500
     },
     "rowCount": 1
    },
    "providerRefusal": null,
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-9cf1250c71c1",
     "captureFailed": false,
     "reason": null,
     "resource": {
      "table": "public.customers",
      "key": [
       "id"
      ]
     },
     "capturedAt": "2026-01-02T03:04:05.678Z",
     "content": {
      "place": "server 7300000000000000001, database 5, table 16385",
      "server": {
       "address": "db.example.com:5432",
       "run": "1767323045678901"
      },
      "schema": "public",
      "name": "customers",
      "key": [
       "id"
      ],
      "columns": [
       {
        "name": "id",
        "type": "integer",
        "id": "1"
       }
      ],
      "triggers": "none",
      "visible": "758:758:",
      "proof": null,
      "rows": [
       {
        "id": "42",
        "name": "Customer 42",
        "email": "customer42@example.com",
        "plan": "free",
        "credit": "42.00",
        "note": null,
        "created_at": "2026-01-02 03:04:00+00"
       }
      ]
     }
    },
    "formerSnapshot": null,
    "grant": null,
    "approvers": null,
    "context": {
     "intent": "Handle the morning’s support tickets",
     "agentId": "support-agent",
     "agentName": "support-agent",
     "precedingActions": [
      {
       "sequence": 1,
       "apiName": "postgres.rows.update",
       "status": "SUCCESS",
       "summary": "Update customers where id=7: plan=pro, note=\"upgraded by phone\" (1 row)"
      }
     ],
     "reversibility": "exact",
     "policy": {
      "ids": [
       "019f1c5e-7a52-7c3b-9d5e-606e85cb6a6c"
      ],
      "reason": "A credit above 100 needs a person."
     },
     "difference": [
      {
       "field": "public.customers id=42 credit",
       "before": "42.00",
       "after": 500
      }
     ],
     "differenceOmitted": 0,
     "hidden": []
    }
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /approvals/{id}/approve": {
  "body": {
   "payloadHash": "242ed1c63382e72f991aff1ac38904af7ca0129d8f2d7815e5af88354271fafc",
   "payload": {
    "table": "customers",
    "match": {
     "id": 42
    },
    "values": {
     "credit": 50
    },
    "rowCount": 1
   }
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-97977d3402e8",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.update",
    "summary": "Update customers where id=42: credit=50 (1 row)",
    "simulated": false,
    "status": "APPROVED",
    "actionStatus": "CLEARED",
    "unconfirmed": true,
    "performance": null,
    "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":50},\"rowCount\":1}",
    "timeRemaining": 3541000,
    "reason": null,
    "code": null,
    "decidedBy": "ada@example.com",
    "approvals": {
     "required": 1,
     "given": [
      {
       "by": "ada@example.com",
       "at": "2026-01-02T03:04:05.678Z"
      }
     ]
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "decidedAt": "2026-01-02T03:04:05.678Z",
    "usableUntil": "2026-01-02T03:04:05.678Z",
    "note": null,
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-97977d3402e8",
    "payload": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 50
     },
     "rowCount": 1
    },
    "payloadHash": "13aa790e58f47c373d4578655200e9d0600877911947e491a38cc234772666e4",
    "redacted": [],
    "payloadShown": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 50
     },
     "rowCount": 1
    },
    "providerRefusal": null,
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-9cf1250c71c1",
     "captureFailed": false,
     "reason": null,
     "resource": {
      "table": "public.customers",
      "key": [
       "id"
      ]
     },
     "capturedAt": "2026-01-02T03:04:05.678Z",
     "content": {
      "place": "server 7300000000000000001, database 5, table 16385",
      "server": {
       "address": "db.example.com:5432",
       "run": "1767323045678901"
      },
      "schema": "public",
      "name": "customers",
      "key": [
       "id"
      ],
      "columns": [
       {
        "name": "id",
        "type": "integer",
        "id": "1"
       }
      ],
      "triggers": "none",
      "visible": "758:758:",
      "proof": null,
      "rows": [
       {
        "id": "42",
        "name": "Customer 42",
        "email": "customer42@example.com",
        "plan": "free",
        "credit": "42.00",
        "note": null,
        "created_at": "2026-01-02 03:04:00+00"
       }
      ]
     }
    },
    "formerSnapshot": null,
    "grant": null,
    "approvers": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /approvals/{id}/note": {
  "body": {
   "note": "Asked the customer; wait for her answer."
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-00ae9aff6e45",
    "note": {
     "content": "Asked the customer; wait for her answer.",
     "by": "ada@example.com",
     "at": "2026-01-02T03:04:05.678Z"
    }
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /approvals/{id}/preview": {
  "body": {
   "payload": {
    "table": "customers",
    "match": {
     "id": 42
    },
    "values": {
     "credit": 300
    }
   }
  },
  "answer": {
   "data": {
    "approvalId": "019f1c5e-7a52-7c3b-9d5e-00ae9aff6e45",
    "decision": "REQUIRE_APPROVAL",
    "policyIds": [
     "019f1c5e-7a52-7c3b-9d5e-606e85cb6a6c"
    ],
    "reason": "A credit above 100 needs a person.",
    "payloadHash": "ccc0b5ad9ce7d1da3461ca02f7cca1afdad0d4abb224f33c6cadd38d4dc78efe",
    "requiredApprovals": 1
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /approvals/{id}/reject": {
  "body": {
   "reason": "The customer has a credit already."
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-00ae9aff6e45",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-f8c69c333c3c",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.update",
    "summary": "Update customers where id=42: credit=400",
    "simulated": false,
    "status": "REJECTED",
    "actionStatus": "REJECTED",
    "unconfirmed": false,
    "performance": null,
    "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":400}}",
    "timeRemaining": 3541000,
    "reason": "The customer has a credit already.",
    "code": "rejected",
    "decidedBy": "ada@example.com",
    "approvals": {
     "required": 1,
     "given": []
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "decidedAt": "2026-01-02T03:04:05.678Z",
    "usableUntil": null,
    "note": {
     "content": "Asked the customer; wait for her answer.",
     "by": "ada@example.com",
     "at": "2026-01-02T03:04:05.678Z"
    },
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-00ae9aff6e45",
    "payload": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 400
     }
    },
    "payloadHash": "fac1b5e3dde7b66103d2e9409f9fbd512277083e8bccbe119b4ca437ffb2ce9a",
    "redacted": [],
    "payloadShown": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 400
     }
    },
    "providerRefusal": null,
    "snapshot": null,
    "formerSnapshot": null,
    "grant": null,
    "approvers": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /approvals/{id}/revoke": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-ab5d3d227803",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-6774fd3f0432",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.update",
    "summary": "Update customers where id=42: credit=400",
    "simulated": false,
    "status": "REJECTED",
    "actionStatus": "REJECTED",
    "unconfirmed": false,
    "performance": null,
    "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":400}}",
    "timeRemaining": 3541000,
    "reason": "revoked",
    "code": "revoked",
    "decidedBy": "ada@example.com",
    "approvals": {
     "required": 1,
     "given": [
      {
       "by": "ada@example.com",
       "at": "2026-01-02T03:04:05.678Z"
      }
     ]
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "decidedAt": "2026-01-02T03:04:05.678Z",
    "usableUntil": null,
    "note": null,
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-ab5d3d227803",
    "payload": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 400
     }
    },
    "payloadHash": "fac1b5e3dde7b66103d2e9409f9fbd512277083e8bccbe119b4ca437ffb2ce9a",
    "redacted": [],
    "payloadShown": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 400
     }
    },
    "providerRefusal": null,
    "snapshot": null,
    "formerSnapshot": null,
    "grant": null,
    "approvers": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /approvals/{id}/viewers": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-00ae9aff6e45",
    "viewers": []
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /approvals/{id}/withdraw": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-d3ecc5dc22c3",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-bd5b3ccfaeb0",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.update",
    "summary": "Update customers where id=42: credit=400",
    "simulated": false,
    "status": "REJECTED",
    "actionStatus": "REJECTED",
    "unconfirmed": false,
    "performance": null,
    "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":400}}",
    "timeRemaining": 3541000,
    "reason": "withdrawn",
    "code": "withdrawn",
    "decidedBy": null,
    "approvals": {
     "required": 1,
     "given": []
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "decidedAt": "2026-01-02T03:04:05.678Z",
    "usableUntil": null,
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-d3ecc5dc22c3",
    "payload": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 400
     }
    },
    "payloadHash": "fac1b5e3dde7b66103d2e9409f9fbd512277083e8bccbe119b4ca437ffb2ce9a",
    "redacted": [],
    "providerRefusal": null,
    "snapshot": null,
    "formerSnapshot": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /attention": {
  "answer": {
   "data": {
    "approvals": {
     "count": 0,
     "isMore": false,
     "kinds": []
    },
    "sessions": {
     "dirty": {
      "count": 1,
      "isMore": false,
      "newest": [
       {
        "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
        "agentId": "support-agent",
        "intent": "Handle the morning’s support tickets",
        "displayStatus": "PARTIALLY_REVERTED",
        "simulated": false,
        "dirty": true,
        "reasons": [
         {
          "reason": "not-undone",
          "actions": 1,
          "actionIds": [
           "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900"
          ]
         }
        ],
        "createdAt": "2026-01-02T03:04:00.000Z",
        "lastActivityAt": "2026-01-02T03:04:05.678Z"
       }
      ]
     },
     "rollbackFailed": {
      "count": 0,
      "isMore": false
     },
     "drifted": {
      "count": 0,
      "isMore": false,
      "days": 7
     }
    },
    "connectors": [],
    "receivers": [],
    "pausedAgents": [],
    "usage": {
     "month": "2026-01",
     "actions": 7,
     "limit": 500000
    },
    "changes": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /audit-logs": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-e49bf157aa0b",
     "sequence": 9,
     "actor": {
      "kind": "SYSTEM",
      "id": null,
      "label": "rollback"
     },
     "action": "rollback.finished",
     "target": {
      "type": "rollback",
      "id": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1"
     },
     "before": {
      "id": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
      "actionId": null,
      "fromActionId": null,
      "onConflict": "skip",
      "requestedBy": "support agent",
      "planHash": null,
      "forced": [],
      "status": "RUNNING",
      "steps": 6,
      "outcomes": {
       "CONFLICT": 1,
       "ROLLED_BACK": 5
      },
      "startedAt": "2026-01-02T03:04:05.678Z",
      "finishedAt": null
     },
     "after": {
      "id": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
      "actionId": null,
      "fromActionId": null,
      "onConflict": "skip",
      "requestedBy": "support agent",
      "planHash": null,
      "forced": [],
      "status": "FINISHED",
      "steps": 6,
      "outcomes": {
       "CONFLICT": 1,
       "ROLLED_BACK": 5
      },
      "startedAt": "2026-01-02T03:04:05.678Z",
      "finishedAt": "2026-01-02T03:04:05.678Z"
     },
     "requestId": null,
     "createdAt": "2026-01-02T03:04:00.000Z",
     "hash": "14aab1724d97648c7859608caa740fc1e081a101aaa5a147c22352c48754b15d",
     "previousHash": "73d96eb34fe7f9a1ea07a21643f3cfa8e3c7f45e59612364bbd5b7b9b52a17d1"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /auth/browser-session": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-9d0b8e3372e9",
    "expiresAt": "2026-01-02T04:04:00.000Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /auth/browser-session": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-15df1bf9f9fe",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /auth/forgot-password": {
  "body": {
   "email": "ada@example.com"
  },
  "answer": {
   "data": {
    "message": "If there is an account with this address, a link to set a new password is on its way to it."
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /auth/login": {
  "body": {
   "email": "ada@example.com",
   "password": "correct horse battery staple"
  },
  "answer": {
   "data": {
    "token": "eyJhbGciOiJIUzI1NiJ9.…",
    "user": {
     "id": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
     "email": "ada@example.com",
     "name": "Ada",
     "emailVerified": false
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-522fbe284dac",
     "name": "Ada's organization",
     "plan": "TEAM"
    }
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /auth/register": {
  "body": {
   "email": "ada@example.com",
   "password": "correct horse battery staple",
   "name": "Ada"
  },
  "answer": {
   "data": {
    "token": "eyJhbGciOiJIUzI1NiJ9.…",
    "user": {
     "id": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
     "email": "ada@example.com",
     "name": "Ada",
     "emailVerified": false
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-522fbe284dac",
     "name": "Ada's organization",
     "plan": "TEAM"
    }
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /auth/resend-verification": {
  "answer": {
   "data": {
    "message": "Unless your address is verified already, a link to verify it is on its way to it."
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /auth/token": {
  "body": {
   "apiKey": "bks_live_…"
  },
  "answer": {
   "data": {
    "token": "eyJhbGciOiJIUzI1NiJ9.…"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /errors/{code}": {
  "answer": {
   "data": {
    "code": "session-closed",
    "title": "Session closed",
    "status": 409,
    "when": "the session is completed; a report was recorded",
    "advice": "open a new session"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /health": {
  "answer": {
   "status": "ok",
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /health/live": {
  "answer": {
   "status": "ok",
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /health/ready": {
  "answer": {
   "status": "ready",
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /me": {
  "body": {
   "password": "correct horse battery staple"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /me": {
  "answer": {
   "data": {
    "user": {
     "id": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
     "email": "ada@example.com",
     "name": "Ada",
     "emailVerified": false,
     "createdAt": "2026-01-02T03:04:00.000Z"
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-522fbe284dac",
     "name": "Ada's organization",
     "plan": "TEAM",
     "createdAt": "2026-01-02T03:04:00.000Z"
    },
    "usage": {
     "month": "2026-01",
     "actions": 7,
     "limit": 500000
    }
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PATCH /me": {
  "body": {
   "name": "Ada Lovelace"
  },
  "answer": {
   "data": {
    "user": {
     "id": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
     "email": "ada@example.com",
     "name": "Ada Lovelace",
     "emailVerified": false,
     "createdAt": "2026-01-02T03:04:00.000Z"
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-522fbe284dac",
     "name": "Ada's organization",
     "plan": "TEAM",
     "createdAt": "2026-01-02T03:04:00.000Z"
    },
    "usage": {
     "month": "2026-01",
     "actions": 13,
     "limit": 500000
    }
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /me/sessions": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-9d0b8e3372e9",
     "current": false,
     "address": "127.0.0.1",
     "userAgent": "node",
     "createdAt": "2026-01-02T03:04:00.000Z",
     "lastSeenAt": "2026-01-02T03:04:05.678Z",
     "expiresAt": "2026-01-02T04:04:00.000Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /me/sessions/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-9d0b8e3372e9",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /me/tokens": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-f57da1ddd41a",
     "name": "policies from git",
     "scopes": [
      "policies"
     ],
     "status": "ACTIVE",
     "createdAt": "2026-01-02T03:04:00.000Z",
     "expiresAt": "2026-01-02T04:04:00.000Z",
     "lastUsedAt": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /me/tokens": {
  "body": {
   "name": "policies from git",
   "expiresAt": "2026-01-02T04:04:00.000Z",
   "scopes": [
    "policies"
   ]
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-f57da1ddd41a",
    "name": "policies from git",
    "scopes": [
     "policies"
    ],
    "status": "ACTIVE",
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "lastUsedAt": null,
    "token": "bks_op_…"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /me/tokens/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-f57da1ddd41a",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /metrics": {
  "answer": {
   "data": {
    "actions": {
     "total": 7,
     "byStatus": {
      "CLEARED": 0,
      "PENDING_APPROVAL": 0,
      "REJECTED": 0,
      "BLOCKED": 1,
      "SUCCESS": 1,
      "FAILED": 0,
      "UNKNOWN": 0,
      "ROLLED_BACK": 5,
      "ROLLBACK_FAILED": 0
     }
    },
    "successRate": 1,
    "blocked": 1,
    "violations": {
     "total": 0,
     "byKind": {
      "blocked": 0,
      "unapproved": 0,
      "paused": 0,
      "after-completion": 0,
      "after-rollback": 0,
      "payload-mismatch": 0,
      "ungated": 0,
      "lapsed": 0
     }
    },
    "approvals": {
     "pending": 0,
     "approved": 1,
     "rejected": 0,
     "expired": 0,
     "withdrawn": 0,
     "medianDecisionMs": 94000
    },
    "rollbacks": {
     "started": 1,
     "finished": 1,
     "outcomes": {
      "ROLLED_BACK": 5,
      "ROLLBACK_FAILED": 0,
      "CONFLICT": 1,
      "IRREVERSIBLE": 0,
      "UNKNOWN": 0,
      "SKIPPED": 0
     }
    },
    "simulated": {
     "actions": {
      "total": 0,
      "byStatus": {
       "CLEARED": 0,
       "PENDING_APPROVAL": 0,
       "REJECTED": 0,
       "BLOCKED": 0,
       "SUCCESS": 0,
       "FAILED": 0,
       "UNKNOWN": 0,
       "ROLLED_BACK": 0,
       "ROLLBACK_FAILED": 0
      }
     },
     "successRate": null,
     "blocked": 0,
     "violations": {
      "total": 0,
      "byKind": {
       "blocked": 0,
       "unapproved": 0,
       "paused": 0,
       "after-completion": 0,
       "after-rollback": 0,
       "payload-mismatch": 0,
       "ungated": 0,
       "lapsed": 0
      }
     },
     "approvals": {
      "pending": 0,
      "approved": 0,
      "rejected": 0,
      "expired": 0,
      "withdrawn": 0,
      "medianDecisionMs": null
     },
     "rollbacks": {
      "started": 0,
      "finished": 0,
      "outcomes": {
       "ROLLED_BACK": 0,
       "ROLLBACK_FAILED": 0,
       "CONFLICT": 0,
       "IRREVERSIBLE": 0,
       "UNKNOWN": 0,
       "SKIPPED": 0
      }
     }
    },
    "days": [
     {
      "day": "2026-01-02",
      "actions": 0,
      "success": 0,
      "failed": 0,
      "blocked": 0,
      "approvalsRequested": 0,
      "approved": 0,
      "rejected": 0,
      "expired": 0,
      "medianDecisionMs": null,
      "rollbacks": 0,
      "rolledBack": 0
     }
    ],
    "since": "2026-01-02T02:04:00.000Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /policies": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-606e85cb6a6c",
     "name": null,
     "apiNamePattern": "postgres.rows.update",
     "condition": {
      "field": "values.credit",
      "operator": "gt",
      "value": 100
     },
     "action": "REQUIRE_APPROVAL",
     "enabled": true,
     "reason": "A credit above 100 needs a person.",
     "mode": "enforce",
     "requiredApprovals": 1,
     "onChange": "run",
     "expiresAfterSeconds": null,
     "onExpiry": "reject",
     "approvalUsableSeconds": null,
     "approvers": [],
     "allowRequester": null,
     "createdAt": "2026-01-02T03:04:00.000Z",
     "updatedAt": "2026-01-02T03:04:05.678Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /policies": {
  "body": {
   "apiNamePattern": "postgres.rows.delete",
   "condition": {
    "field": "rowCount",
    "operator": "gt",
    "value": 10
   },
   "action": "BLOCK",
   "reason": "No more than 10 customers may be deleted at once."
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-60e761c47190",
    "name": null,
    "apiNamePattern": "postgres.rows.delete",
    "condition": {
     "field": "rowCount",
     "operator": "gt",
     "value": 10
    },
    "action": "BLOCK",
    "enabled": true,
    "reason": "No more than 10 customers may be deleted at once.",
    "mode": "enforce",
    "requiredApprovals": 1,
    "onChange": "run",
    "expiresAfterSeconds": null,
    "onExpiry": "reject",
    "approvalUsableSeconds": null,
    "approvers": [],
    "allowRequester": null,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /policies/advice": {
  "answer": {
   "data": [
    {
     "id": "unnamed-operation:postgres.rows.insert",
     "kind": "unnamed-operation",
     "policyId": null,
     "apiName": "postgres.rows.insert",
     "coveredBy": [],
     "figures": {
      "days": 30,
      "calls": 1,
      "undone": 1,
      "agents": 1,
      "approvals": 0,
      "medianSecondsToDecide": null
     },
     "draft": {
      "name": null,
      "condition": null,
      "action": "REQUIRE_APPROVAL",
      "enabled": true,
      "reason": null,
      "mode": "shadow",
      "requiredApprovals": 1,
      "onChange": "run",
      "expiresAfterSeconds": null,
      "onExpiry": "reject",
      "approvalUsableSeconds": null,
      "approvers": [],
      "allowRequester": null,
      "apiNamePattern": "postgres.rows.insert"
     }
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /policies/changes": {
  "body": {
   "state": "5971aff835ea2f0f63284a1d2488d039b2474bb2a4a53e9bc529bf532e369f52",
   "create": [
    {
     "name": "Mails",
     "apiNamePattern": "gmail.*",
     "action": "BLOCK"
    }
   ]
  },
  "answer": {
   "data": {
    "state": "dd3f48526e3d7ec3a321162830692d207df3ebc30f96c604983ce600840d8c1f",
    "unmatched": "ALLOW",
    "policies": [
     {
      "id": "019f1c5e-7a52-7c3b-9d5e-60e761c47190",
      "name": null,
      "apiNamePattern": "postgres.rows.delete",
      "condition": {
       "field": "rowCount",
       "operator": "gt",
       "value": 10
      },
      "action": "BLOCK",
      "enabled": true,
      "reason": "No more than 10 customers may be deleted at once.",
      "mode": "enforce",
      "requiredApprovals": 1,
      "onChange": "run",
      "expiresAfterSeconds": null,
      "onExpiry": "reject",
      "approvalUsableSeconds": null,
      "approvers": [],
      "allowRequester": null,
      "createdAt": "2026-01-02T03:04:00.000Z",
      "updatedAt": "2026-01-02T03:04:05.678Z"
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /policies/simulate": {
  "body": {
   "name": "Large credits",
   "apiNamePattern": "postgres.rows.update",
   "condition": {
    "field": "values.credit",
    "operator": "gt",
    "value": 100
   },
   "action": "REQUIRE_APPROVAL",
   "reason": "A credit above 100 needs a person.",
   "days": 30
  },
  "answer": {
   "data": {
    "from": "2025-12-03T03:04:05.678Z",
    "to": "2026-01-02T03:04:05.678Z",
    "complete": true,
    "evaluated": 7,
    "matched": 1,
    "allowed": {
     "calls": 6,
     "undone": 0
    },
    "gated": {
     "calls": 1,
     "undone": 0
    },
    "blocked": {
     "calls": 0,
     "undone": 0
    },
    "newlyHeldUp": 0,
    "samples": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
      "agentId": "support-agent",
      "apiName": "postgres.rows.update",
      "summary": "Update customers where id=42: credit=500 (1 row)",
      "payloadSummary": "{\"table\":\"customers\",\"match\":{\"id\":42},\"values\":{\"credit\":500},\"rowCount\":1}",
      "decision": "REQUIRE_APPROVAL",
      "recordedDecision": "REQUIRE_APPROVAL",
      "status": "SUCCESS",
      "undone": false,
      "createdAt": "2026-01-02T03:04:00.000Z"
     }
    ],
    "warnings": []
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /policies/state": {
  "answer": {
   "data": {
    "state": "5971aff835ea2f0f63284a1d2488d039b2474bb2a4a53e9bc529bf532e369f52",
    "unmatched": "ALLOW",
    "policies": [
     {
      "id": "019f1c5e-7a52-7c3b-9d5e-60e761c47190",
      "name": null,
      "apiNamePattern": "postgres.rows.delete",
      "condition": {
       "field": "rowCount",
       "operator": "gt",
       "value": 10
      },
      "action": "BLOCK",
      "enabled": true,
      "reason": "No more than 10 customers may be deleted at once.",
      "mode": "enforce",
      "requiredApprovals": 1,
      "onChange": "run",
      "expiresAfterSeconds": null,
      "onExpiry": "reject",
      "approvalUsableSeconds": null,
      "approvers": [],
      "allowRequester": null,
      "createdAt": "2026-01-02T03:04:00.000Z",
      "updatedAt": "2026-01-02T03:04:05.678Z"
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /policies/{id}": {
  "body": {
   "condition": {
    "field": "values.credit",
    "operator": "gt",
    "value": 200
   }
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-88694ba17161",
    "name": "Large credits",
    "apiNamePattern": "postgres.rows.update",
    "condition": {
     "field": "values.credit",
     "operator": "gt",
     "value": 200
    },
    "action": "REQUIRE_APPROVAL",
    "enabled": true,
    "reason": "A credit above 100 needs a person.",
    "mode": "enforce",
    "requiredApprovals": 1,
    "onChange": "run",
    "expiresAfterSeconds": null,
    "onExpiry": "reject",
    "approvalUsableSeconds": null,
    "approvers": [],
    "allowRequester": null,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /policies/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-88694ba17161",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /policies/{id}/statistics": {
  "answer": {
   "data": {
    "policyId": "019f1c5e-7a52-7c3b-9d5e-88694ba17161",
    "since": "2026-01-02T02:04:00.000Z",
    "matches": 0,
    "approvals": 0,
    "decisions": {
     "approved": 0,
     "rejected": 0,
     "expired": 0,
     "withdrawn": 0
    },
    "shareApproved": null,
    "medianSecondsToDecide": null,
    "laterUndone": 0,
    "shadow": {
     "matches": 0,
     "wouldHave": {
      "allowed": 0,
      "gated": 0,
      "blocked": 0
     },
     "newlyHeldUp": 0,
     "laterUndone": 0
    },
    "days": [
     {
      "day": "2026-01-02",
      "matches": 0,
      "approvals": 0,
      "approved": 0,
      "rejected": 0,
      "laterUndone": 0,
      "shadowMatches": 0
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PATCH /policies/{id}/toggle": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-88694ba17161",
    "name": "Large credits",
    "apiNamePattern": "postgres.rows.update",
    "condition": {
     "field": "values.credit",
     "operator": "gt",
     "value": 200
    },
    "action": "REQUIRE_APPROVAL",
    "enabled": false,
    "reason": "A credit above 100 needs a person.",
    "mode": "enforce",
    "requiredApprovals": 1,
    "onChange": "run",
    "expiresAfterSeconds": null,
    "onExpiry": "reject",
    "approvalUsableSeconds": null,
    "approvers": [],
    "allowRequester": null,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /registry": {
  "answer": {
   "data": [
    {
     "resource": "rows",
     "reversibility": "exact",
     "precapture": "required",
     "apiName": "postgres.rows.insert",
     "verb": "insert",
     "operationType": "CREATE",
     "inverse": "DELETE of the inserted rows by primary key",
     "payloadSchema": {
      "type": "object",
      "required": [
       "table"
      ],
      "properties": {
       "table": {
        "type": "string",
        "minLength": 1,
        "description": "A table name, or schema.table. Names are taken exactly."
       }
      }
     },
     "notes": "Where the database generates the key, the reported rows are needed. Sequence values stay used.",
     "driftSignal": null,
     "undoableForHours": null,
     "summary": "Insert into {table}: {values:text}",
     "advice": null,
     "performable": true,
     "unperformableReason": null,
     "connector": "postgres",
     "facts": [
      "target.table"
     ],
     "apiVersion": "13 or newer",
     "credentialFields": [
      {
       "name": "connectionString",
       "required": true,
       "description": "postgres://user:password@host:port/database?sslmode=verify-full. sslmode: verify-full (also require, verify-ca, prefer; …"
      }
     ],
     "verified": true
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions": {
  "body": {
   "agentId": "support-agent",
   "intent": "Handle the morning’s support tickets"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "intent": "Handle the morning’s support tickets",
    "onBehalfOf": null,
    "labels": {},
    "status": "ACTIVE",
    "displayStatus": "ACTIVE",
    "counters": {
     "success": 0,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 0,
     "unknown": 0,
     "rolledBack": 0,
     "rollbackFailed": 0
    },
    "simulated": false,
    "allowedCommands": {
     "rollbackSession": false
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z",
    "completedAt": null,
    "lastActivityAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
     "agentId": "support-agent",
     "intent": "Handle the morning’s support tickets",
     "onBehalfOf": null,
     "labels": {},
     "status": "ACTIVE",
     "displayStatus": "PARTIALLY_REVERTED",
     "counters": {
      "success": 1,
      "failed": 0,
      "pendingApproval": 0,
      "cleared": 0,
      "blocked": 1,
      "unknown": 0,
      "rolledBack": 5,
      "rollbackFailed": 0
     },
     "simulated": false,
     "allowedCommands": {
      "rollbackSession": true
     },
     "createdAt": "2026-01-02T03:04:00.000Z",
     "updatedAt": "2026-01-02T03:04:05.678Z",
     "completedAt": null,
     "lastActivityAt": "2026-01-02T03:04:05.678Z",
     "dirty": true,
     "drift": "REVIEW",
     "connectors": [
      "postgres"
     ]
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/dirty": {
  "answer": {
   "data": [
    {
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
     "agentId": "support-agent",
     "intent": "Handle the morning’s support tickets",
     "displayStatus": "PARTIALLY_REVERTED",
     "simulated": false,
     "dirty": true,
     "reasons": [
      {
       "reason": "not-undone",
       "actions": 1,
       "actionIds": [
        "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900"
       ]
      }
     ],
     "createdAt": "2026-01-02T03:04:00.000Z",
     "lastActivityAt": "2026-01-02T03:04:05.678Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/intent/feedback": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-663e70961eee",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
     "actionId": null,
     "agentId": "support-agent",
     "simulated": false,
     "mark": "fine",
     "source": "operator",
     "note": "The customer agreed by telephone.",
     "markedBy": "ada@example.com",
     "createdAt": "2026-01-02T03:04:00.000Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/intent/summary": {
  "answer": {
   "data": {
    "sessions": 1,
    "verdicts": {
     "ALIGNED": 0,
     "REVIEW": 1,
     "DRIFTED": 0,
     "INSUFFICIENT_EVIDENCE": 0
    },
    "averageDriftScore": 0.2,
    "agents": [
     {
      "agentId": "support-agent",
      "sessions": 1,
      "verdicts": {
       "ALIGNED": 0,
       "REVIEW": 1,
       "DRIFTED": 0,
       "INSUFFICIENT_EVIDENCE": 0
      },
      "averageDriftScore": 0.2
     }
    ],
    "connectors": [
     {
      "connector": "postgres",
      "sessions": 1,
      "verdicts": {
       "ALIGNED": 0,
       "REVIEW": 1,
       "DRIFTED": 0,
       "INSUFFICIENT_EVIDENCE": 0
      },
      "averageDriftScore": 0.2
     }
    ],
    "days": [
     {
      "day": "2026-01-02",
      "sessions": 0,
      "verdicts": {
       "ALIGNED": 0,
       "REVIEW": 0,
       "DRIFTED": 0,
       "INSUFFICIENT_EVIDENCE": 0
      },
      "averageDriftScore": null
     }
    ],
    "simulated": {
     "sessions": 0,
     "verdicts": {
      "ALIGNED": 0,
      "REVIEW": 0,
      "DRIFTED": 0,
      "INSUFFICIENT_EVIDENCE": 0
     },
     "averageDriftScore": null,
     "agents": [],
     "connectors": [],
     "days": [
      {
       "day": "2026-01-02",
       "sessions": 0,
       "verdicts": {
        "ALIGNED": 0,
        "REVIEW": 0,
        "DRIFTED": 0,
        "INSUFFICIENT_EVIDENCE": 0
       },
       "averageDriftScore": null
      }
     ]
    },
    "evaluator": "deterministic-8"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PATCH /sessions/{id}": {
  "body": {
   "status": "COMPLETED"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "agentId": "support-agent",
    "intent": "Correct the credits of customers",
    "onBehalfOf": null,
    "labels": {},
    "status": "COMPLETED",
    "displayStatus": "ROLLBACK_FAILED",
    "counters": {
     "success": 1,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 0,
     "unknown": 1,
     "rolledBack": 0,
     "rollbackFailed": 0
    },
    "simulated": false,
    "allowedCommands": {
     "rollbackSession": true
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z",
    "completedAt": "2026-01-02T03:04:05.678Z",
    "lastActivityAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "intent": "Handle the morning’s support tickets",
    "onBehalfOf": null,
    "labels": {},
    "status": "ACTIVE",
    "displayStatus": "PARTIALLY_REVERTED",
    "counters": {
     "success": 1,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 1,
     "unknown": 0,
     "rolledBack": 5,
     "rollbackFailed": 0
    },
    "simulated": false,
    "allowedCommands": {
     "rollbackSession": true
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z",
    "completedAt": null,
    "lastActivityAt": "2026-01-02T03:04:05.678Z",
    "actions": [
     {
      "id": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
      "sequence": 1,
      "effectSequence": 1,
      "apiName": "postgres.rows.update",
      "summary": "Update customers where id=7: plan trial → pro, note null → \"upgraded by… (1 row)",
      "toolCallId": null,
      "traceparent": null,
      "operationType": "UPDATE",
      "payload": {
       "table": "customers",
       "match": {
        "id": 7
       },
       "values": {
        "plan": "pro",
        "note": "upgraded by phone"
       },
       "rowCount": 1
      },
      "originalPayload": null,
      "edited": null,
      "response": {
       "command": "UPDATE",
       "rowCount": 1,
       "rows": [
        {
         "id": "7",
         "name": "Customer 7",
         "email": "customer7@example.com",
         "plan": "pro",
         "credit": "7.00",
         "note": "upgraded by phone",
         "created_at": "2026-01-02 03:04:00+00"
        }
       ],
       "before": [
        {
         "id": "7",
         "name": "Customer 7",
         "email": "customer7@example.com",
         "plan": "trial",
         "credit": "7.00",
         "note": null,
         "created_at": "2026-01-02 03:04:00+00"
        }
       ]
      },
      "status": "SUCCESS",
      "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
      "snapshot": {
       "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
       "captureFailed": false,
       "reason": null,
       "resource": {
        "table": "public.customers",
        "key": [
         "id"
        ]
       },
       "capturedAt": "2026-01-02T03:04:05.678Z",
       "content": {
        "place": "server 7300000000000000001, database 5, table 16385",
        "server": {
         "address": "db.example.com:5432",
         "run": "1767323045678901"
        },
        "schema": "public",
        "name": "customers",
        "key": [
         "id"
        ],
        "columns": [
         {
          "name": "id",
          "type": "integer",
          "id": "1"
         }
        ],
        "triggers": "none",
        "visible": "754:754:",
        "proof": null,
        "rows": [
         {
          "id": "7",
          "name": "Customer 7",
          "email": "customer7@example.com",
          "plan": "trial",
          "credit": "7.00",
          "note": null,
          "created_at": "2026-01-02 03:04:00+00"
         }
        ]
       }
      },
      "formerSnapshot": null,
      "approval": null,
      "policy": {
       "decision": "ALLOW",
       "policyIds": [],
       "reason": null,
       "shadow": null,
       "grantId": null
      },
      "refusal": null,
      "violation": null,
      "performance": null,
      "begunAt": null,
      "settledAs": null,
      "settledBy": null,
      "settledAt": null,
      "settledNote": null,
      "redacted": [],
      "erasedAt": null,
      "erasedBy": null,
      "simulated": false,
      "createdAt": "2026-01-02T03:04:00.000Z",
      "updatedAt": "2026-01-02T03:04:05.678Z"
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/actions": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
     "sequence": 1,
     "effectSequence": 1,
     "apiName": "postgres.rows.update",
     "summary": "Update customers where id=7: plan trial → pro, note null → \"upgraded by… (1 row)",
     "toolCallId": null,
     "traceparent": null,
     "operationType": "UPDATE",
     "payload": {
      "table": "customers",
      "match": {
       "id": 7
      },
      "values": {
       "plan": "pro",
       "note": "upgraded by phone"
      },
      "rowCount": 1
     },
     "originalPayload": null,
     "edited": null,
     "response": {
      "command": "UPDATE",
      "rowCount": 1,
      "rows": [
       {
        "id": "7",
        "name": "Customer 7",
        "email": "customer7@example.com",
        "plan": "pro",
        "credit": "7.00",
        "note": "upgraded by phone",
        "created_at": "2026-01-02 03:04:00+00"
       }
      ],
      "before": [
       {
        "id": "7",
        "name": "Customer 7",
        "email": "customer7@example.com",
        "plan": "trial",
        "credit": "7.00",
        "note": null,
        "created_at": "2026-01-02 03:04:00+00"
       }
      ]
     },
     "status": "SUCCESS",
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
     "snapshot": {
      "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
      "captureFailed": false,
      "reason": null,
      "resource": {
       "table": "public.customers",
       "key": [
        "id"
       ]
      },
      "capturedAt": "2026-01-02T03:04:05.678Z",
      "content": {
       "place": "server 7300000000000000001, database 5, table 16385",
       "server": {
        "address": "db.example.com:5432",
        "run": "1767323045678901"
       },
       "schema": "public",
       "name": "customers",
       "key": [
        "id"
       ],
       "columns": [
        {
         "name": "id",
         "type": "integer",
         "id": "1"
        }
       ],
       "triggers": "none",
       "visible": "754:754:",
       "proof": null,
       "rows": [
        {
         "id": "7",
         "name": "Customer 7",
         "email": "customer7@example.com",
         "plan": "trial",
         "credit": "7.00",
         "note": null,
         "created_at": "2026-01-02 03:04:00+00"
        }
       ]
      }
     },
     "formerSnapshot": null,
     "approval": null,
     "policy": {
      "decision": "ALLOW",
      "policyIds": [],
      "reason": null,
      "shadow": null,
      "grantId": null
     },
     "refusal": null,
     "violation": null,
     "performance": null,
     "begunAt": null,
     "settledAs": null,
     "settledBy": null,
     "settledAt": null,
     "settledNote": null,
     "redacted": [],
     "erasedAt": null,
     "erasedBy": null,
     "simulated": false,
     "createdAt": "2026-01-02T03:04:00.000Z",
     "updatedAt": "2026-01-02T03:04:05.678Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/actions": {
  "body": {
   "apiName": "postgres.rows.update",
   "operationType": "UPDATE",
   "payload": {
    "table": "customers",
    "match": {
     "id": 7
    },
    "values": {
     "plan": "pro",
     "note": "upgraded by phone"
    },
    "rowCount": 1
   },
   "timeoutMs": 86400000,
   "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "sequence": 1,
    "effectSequence": null,
    "apiName": "postgres.rows.update",
    "toolCallId": null,
    "traceparent": null,
    "operationType": "UPDATE",
    "payload": {
     "table": "customers",
     "match": {
      "id": 7
     },
     "values": {
      "plan": "pro",
      "note": "upgraded by phone"
     },
     "rowCount": 1
    },
    "originalPayload": null,
    "edited": null,
    "response": null,
    "status": "CLEARED",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
     "captureFailed": false,
     "reason": null,
     "resource": {
      "table": "public.customers",
      "key": [
       "id"
      ]
     },
     "capturedAt": "2026-01-02T03:04:05.678Z"
    },
    "formerSnapshot": null,
    "approval": null,
    "policy": {
     "decision": "ALLOW",
     "policyIds": []
    },
    "refusal": null,
    "violation": null,
    "performance": null,
    "begunAt": null,
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
    "redacted": [],
    "erasedAt": null,
    "erasedBy": null,
    "simulated": false,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/actions/precapture": {
  "body": {
   "apiName": "postgres.rows.update",
   "payload": {
    "table": "customers",
    "match": {
     "id": 7
    },
    "values": {
     "plan": "pro",
     "note": "upgraded by phone"
    },
    "rowCount": 1
   },
   "connection": {
    "server": "1767323045678901",
    "database": "postgres",
    "table": {
     "schema": "public",
     "id": "16385",
     "temporary": false
    },
    "path": [
     "pg_catalog"
    ],
    "settings": {
     "timeZone": "UTC",
     "dateStyle": "ISO, MDY",
     "intervalStyle": "postgres",
     "monetaryLocale": "C",
     "standardConformingStrings": "on"
    }
   }
  },
  "answer": {
   "data": {
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
    "captureFailed": false
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/actions/{actionId}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "sequence": 1,
    "effectSequence": 1,
    "apiName": "postgres.rows.update",
    "summary": "Update customers where id=7: plan trial → pro, note null → \"upgraded by… (1 row)",
    "toolCallId": null,
    "traceparent": null,
    "operationType": "UPDATE",
    "payload": {
     "table": "customers",
     "match": {
      "id": 7
     },
     "values": {
      "plan": "pro",
      "note": "upgraded by phone"
     },
     "rowCount": 1
    },
    "originalPayload": null,
    "edited": null,
    "response": {
     "command": "UPDATE",
     "rowCount": 1,
     "rows": [
      {
       "id": "7",
       "name": "Customer 7",
       "email": "customer7@example.com",
       "plan": "pro",
       "credit": "7.00",
       "note": "upgraded by phone",
       "created_at": "2026-01-02 03:04:00+00"
      }
     ],
     "before": [
      {
       "id": "7",
       "name": "Customer 7",
       "email": "customer7@example.com",
       "plan": "trial",
       "credit": "7.00",
       "note": null,
       "created_at": "2026-01-02 03:04:00+00"
      }
     ]
    },
    "status": "SUCCESS",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
     "captureFailed": false,
     "reason": null,
     "resource": {
      "table": "public.customers",
      "key": [
       "id"
      ]
     },
     "capturedAt": "2026-01-02T03:04:05.678Z",
     "content": {
      "place": "server 7300000000000000001, database 5, table 16385",
      "server": {
       "address": "db.example.com:5432",
       "run": "1767323045678901"
      },
      "schema": "public",
      "name": "customers",
      "key": [
       "id"
      ],
      "columns": [
       {
        "name": "id",
        "type": "integer",
        "id": "1"
       }
      ],
      "triggers": "none",
      "visible": "754:754:",
      "proof": null,
      "rows": [
       {
        "id": "7",
        "name": "Customer 7",
        "email": "customer7@example.com",
        "plan": "trial",
        "credit": "7.00",
        "note": null,
        "created_at": "2026-01-02 03:04:00+00"
       }
      ]
     }
    },
    "formerSnapshot": null,
    "approval": null,
    "policy": {
     "decision": "ALLOW",
     "policyIds": [],
     "reason": null,
     "shadow": null,
     "grantId": null
    },
    "refusal": null,
    "violation": null,
    "performance": null,
    "begunAt": null,
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
    "settledNote": null,
    "redacted": [],
    "erasedAt": null,
    "erasedBy": null,
    "simulated": false,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PATCH /sessions/{id}/actions/{actionId}": {
  "body": {
   "status": "SUCCESS",
   "response": {
    "command": "UPDATE",
    "rowCount": 1,
    "rows": [
     {
      "id": "7",
      "name": "Customer 7",
      "email": "customer7@example.com",
      "plan": "pro",
      "credit": "7.00",
      "note": "upgraded by phone",
      "created_at": "2026-01-02 03:04:00+00"
     }
    ],
    "before": [
     {
      "id": "7",
      "name": "Customer 7",
      "email": "customer7@example.com",
      "plan": "trial",
      "credit": "7.00",
      "note": null,
      "created_at": "2026-01-02 03:04:00+00"
     }
    ]
   },
   "payloadHash": "5c989ee103c1d7b221becb4627d280cd1b815a4a313bf81d1d6b28a350db8578"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "sequence": 1,
    "effectSequence": 1,
    "apiName": "postgres.rows.update",
    "toolCallId": null,
    "traceparent": null,
    "operationType": "UPDATE",
    "payload": {
     "table": "customers",
     "match": {
      "id": 7
     },
     "values": {
      "plan": "pro",
      "note": "upgraded by phone"
     },
     "rowCount": 1
    },
    "originalPayload": null,
    "edited": null,
    "response": {
     "command": "UPDATE",
     "rowCount": 1,
     "rows": [
      {
       "id": "7",
       "name": "Customer 7",
       "email": "customer7@example.com",
       "plan": "pro",
       "credit": "7.00",
       "note": "upgraded by phone",
       "created_at": "2026-01-02 03:04:00+00"
      }
     ],
     "before": [
      {
       "id": "7",
       "name": "Customer 7",
       "email": "customer7@example.com",
       "plan": "trial",
       "credit": "7.00",
       "note": null,
       "created_at": "2026-01-02 03:04:00+00"
      }
     ]
    },
    "status": "SUCCESS",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-3422b84fd468",
     "captureFailed": false,
     "reason": null,
     "resource": {
      "table": "public.customers",
      "key": [
       "id"
      ]
     },
     "capturedAt": "2026-01-02T03:04:05.678Z"
    },
    "formerSnapshot": null,
    "approval": null,
    "policy": {
     "decision": "ALLOW",
     "policyIds": []
    },
    "refusal": null,
    "violation": null,
    "performance": null,
    "begunAt": null,
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
    "redacted": [],
    "erasedAt": null,
    "erasedBy": null,
    "simulated": false,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/actions/{actionId}/cancel": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-2c83e27f20ef",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "sequence": 6,
    "effectSequence": null,
    "apiName": "postgres.rows.update",
    "toolCallId": null,
    "traceparent": null,
    "operationType": "UPDATE",
    "payload": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 400
     }
    },
    "originalPayload": null,
    "edited": null,
    "response": null,
    "status": "REJECTED",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-f0e0706dd7f9",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-f0e0706dd7f9",
     "captureFailed": false,
     "reason": null,
     "resource": {
      "table": "public.customers",
      "key": [
       "id"
      ]
     },
     "capturedAt": "2026-01-02T03:04:05.678Z"
    },
    "formerSnapshot": null,
    "approval": {
     "id": "019f1c5e-7a52-7c3b-9d5e-a944d39987db",
     "status": "REJECTED",
     "expiresAt": "2026-01-02T04:04:00.000Z",
     "usableUntil": null
    },
    "policy": {
     "decision": "REQUIRE_APPROVAL",
     "policyIds": [
      "019f1c5e-7a52-7c3b-9d5e-606e85cb6a6c"
     ]
    },
    "refusal": {
     "code": "cancelled",
     "reason": "cancelled"
    },
    "violation": null,
    "performance": {
     "state": "done",
     "startedAt": null,
     "finishedAt": "2026-01-02T03:04:05.678Z",
     "attempts": 0,
     "reason": "cancelled"
    },
    "begunAt": null,
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
    "redacted": [],
    "erasedAt": null,
    "erasedBy": null,
    "simulated": false,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/actions/{actionId}/erase": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-43643ff692e4",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "sequence": 1,
    "effectSequence": null,
    "apiName": "postgres.rows.update",
    "toolCallId": null,
    "traceparent": null,
    "operationType": "UPDATE",
    "payload": {},
    "originalPayload": null,
    "edited": null,
    "response": null,
    "status": "UNKNOWN",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-34cbdbf603df",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-34cbdbf603df",
     "captureFailed": true,
     "reason": "The call was erased.",
     "resource": null,
     "capturedAt": "2026-01-02T03:04:05.678Z",
     "content": null
    },
    "formerSnapshot": null,
    "approval": null,
    "policy": {
     "decision": "ALLOW",
     "policyIds": [],
     "reason": null,
     "shadow": null,
     "grantId": null
    },
    "refusal": null,
    "violation": null,
    "performance": null,
    "begunAt": null,
    "settledAs": "kept",
    "settledBy": "ada@example.com",
    "settledAt": "2026-01-02T03:04:05.678Z",
    "settledNote": "The credit is right.",
    "redacted": [],
    "erasedAt": "2026-01-02T03:04:05.678Z",
    "erasedBy": "ada@example.com",
    "simulated": false,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/actions/{actionId}/rollback": {
  "body": {
   "onConflict": "skip"
  },
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "displayStatus": "ROLLBACK_FAILED",
    "counters": {
     "success": 1,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 0,
     "unknown": 1,
     "rolledBack": 0,
     "rollbackFailed": 0
    },
    "state": "finished",
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-7ab296ef42b3",
    "fromActionId": null,
    "toolCallId": null,
    "reverts": null,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "progress": {
     "finished": 1,
     "total": 1
    },
    "results": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-989e91bf2a03",
      "apiName": "postgres.rows.update",
      "outcome": "IRREVERSIBLE",
      "summary": "Update customers where id=42: credit=400",
      "isUnproved": false,
      "settledAs": null,
      "settledBy": null,
      "settledAt": null,
      "settledNote": null,
      "detail": "The state before the call was never captured.",
      "items": []
     }
    ],
    "hash": "73e0170b7e83907e5b02fc5b2046feaad51d47526cda2a86ce576c6c7d5b1ea3",
    "unverifiedReads": []
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/actions/{actionId}/settle": {
  "body": {
   "as": "kept",
   "note": "The credit is right."
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-43643ff692e4",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "sequence": 1,
    "effectSequence": null,
    "apiName": "postgres.rows.update",
    "toolCallId": null,
    "traceparent": null,
    "operationType": "UPDATE",
    "payload": {
     "table": "customers",
     "match": {
      "id": 7
     },
     "values": {
      "credit": 50
     }
    },
    "originalPayload": null,
    "edited": null,
    "response": null,
    "status": "UNKNOWN",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-34cbdbf603df",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-34cbdbf603df",
     "captureFailed": false,
     "reason": null,
     "resource": {
      "table": "public.customers",
      "key": [
       "id"
      ]
     },
     "capturedAt": "2026-01-02T03:04:05.678Z",
     "content": {
      "place": "server 7300000000000000001, database 5, table 16385",
      "server": {
       "address": "db.example.com:5432",
       "run": "1767323045678901"
      },
      "schema": "public",
      "name": "customers",
      "key": [
       "id"
      ],
      "columns": [
       {
        "name": "id",
        "type": "integer",
        "id": "1"
       }
      ],
      "triggers": "none",
      "visible": "770:770:",
      "proof": null,
      "rows": [
       {
        "id": "7",
        "name": "Customer 7",
        "email": "customer7@example.com",
        "plan": "trial",
        "credit": "7.00",
        "note": "called back by Bob",
        "created_at": "2026-01-02 03:04:00+00"
       }
      ]
     }
    },
    "formerSnapshot": null,
    "approval": null,
    "policy": {
     "decision": "ALLOW",
     "policyIds": [],
     "reason": null,
     "shadow": null,
     "grantId": null
    },
    "refusal": null,
    "violation": null,
    "performance": null,
    "begunAt": null,
    "settledAs": "kept",
    "settledBy": "ada@example.com",
    "settledAt": "2026-01-02T03:04:05.678Z",
    "settledNote": "The credit is right.",
    "redacted": [],
    "erasedAt": null,
    "erasedBy": null,
    "simulated": false,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/dirty": {
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "intent": "Handle the morning’s support tickets",
    "displayStatus": "PARTIALLY_REVERTED",
    "simulated": false,
    "dirty": true,
    "reasons": [
     {
      "reason": "not-undone",
      "actions": 1,
      "actionIds": [
       "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900"
      ]
     }
    ],
    "createdAt": "2026-01-02T03:04:00.000Z",
    "lastActivityAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/intent": {
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "verdict": "REVIEW",
    "driftScore": 0.2,
    "scopeAdherence": 0,
    "targetAdherence": 0.3,
    "effectSeverity": 0.8,
    "driftOnsetActionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
    "worstActionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
    "level": {
     "reviewFrom": 0.411,
     "driftedFrom": null,
     "sessions": 0,
     "heldBack": false,
     "alarmBudget": 3,
     "history": [
      0
     ],
     "percentile": null
    },
    "feedback": [],
    "evaluator": {
     "name": "deterministic-8",
     "failed": false
    },
    "actions": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
      "risk": 0.9876,
      "scopeAdherence": 0,
      "targetAdherence": 0.3,
      "effectSeverity": 0.5,
      "reasons": [
       {
        "code": "unknown-value",
        "message": "id 7 appears in neither the intent nor any earlier result",
        "evidence": "7"
       }
      ]
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/intent/feedback": {
  "body": {
   "mark": "fine",
   "note": "The customer agreed by telephone."
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-663e70961eee",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "actionId": null,
    "agentId": "support-agent",
    "simulated": false,
    "mark": "fine",
    "source": "operator",
    "note": "The customer agreed by telephone.",
    "markedBy": "ada@example.com",
    "createdAt": "2026-01-02T03:04:00.000Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/intent/summary": {
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "intent": "Handle the morning’s support tickets",
    "simulated": false,
    "verdict": "REVIEW",
    "driftScore": 0.2,
    "scopeAdherence": 0,
    "targetAdherence": 0.3,
    "effectSeverity": 0.8,
    "driftOnsetActionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
    "worstActionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
    "evaluator": {
     "name": "deterministic-8",
     "failed": false
    },
    "actions": 7,
    "reasons": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
      "code": "unknown-value",
      "message": "id 7 appears in neither the intent nor any earlier result",
      "evidence": "7"
     }
    ],
    "evaluatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /sessions/{id}/purge": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-e4f80b17e350",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/rollback": {
  "body": {},
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "displayStatus": "PARTIALLY_REVERTED",
    "counters": {
     "success": 1,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 1,
     "unknown": 0,
     "rolledBack": 5,
     "rollbackFailed": 0
    },
    "state": "finished",
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1",
    "fromActionId": null,
    "toolCallId": null,
    "reverts": null,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "progress": {
     "finished": 6,
     "total": 6
    },
    "results": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
      "apiName": "postgres.rows.update",
      "outcome": "ROLLED_BACK",
      "summary": "Update customers where id=42: credit=50 (1 row)",
      "isUnproved": false,
      "settledAs": null,
      "settledBy": null,
      "settledAt": null,
      "detail": "restored"
     }
    ],
    "hash": "bac6153028769e3f0b7a66b2e2ddec88b1224ccfe4994efbd58265a82fba0046",
    "unverifiedReads": [],
    "noLonger": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-8747eb5d0074",
      "toolCallId": null,
      "apiName": "postgres.rows.insert"
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/rollback": {
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "displayStatus": "ACTIVE",
    "counters": {
     "success": 6,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 1,
     "unknown": 0,
     "rolledBack": 0,
     "rollbackFailed": 0
    },
    "state": "planned",
    "hash": "8f6ada9c8e733c8c9081562ac40ff48535ea8b5d0911ed139735bd4f356141e1",
    "plan": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
      "apiName": "postgres.rows.update",
      "summary": "Update customers where id=42: credit \"42.00\" → 50 (1 row)",
      "status": "SUCCESS",
      "newerActionId": null,
      "until": null,
      "class": "exact",
      "calls": [
       "UPDATE public.customers SET credit = '42.00' WHERE id = '42'"
      ],
      "remains": [],
      "reason": null,
      "warning": null
     }
    ],
    "unverifiedReads": []
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/rollback/{rollbackId}/revert": {
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "displayStatus": "PARTIALLY_REVERTED",
    "counters": {
     "success": 1,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 1,
     "unknown": 0,
     "rolledBack": 5,
     "rollbackFailed": 0
    },
    "state": "planned",
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1",
    "hash": "83575ddba9c0e5754794184ef592abd142188d920926699776c7d96e29ef8a50",
    "plan": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
      "apiName": "postgres.rows.update",
      "status": "SUCCESS",
      "summary": "Update customers where id=7: plan=pro, note=\"upgraded by phone\" (1 row)",
      "class": "exact",
      "calls": [
       "UPDATE public.customers SET plan = 'pro' WHERE id = '7'"
      ],
      "remains": [],
      "reason": null,
      "warning": null
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /sessions/{id}/rollback/{rollbackId}/revert": {
  "body": {
   "onConflict": "skip"
  },
  "answer": {
   "data": {
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "displayStatus": "COMPLETED",
    "counters": {
     "success": 6,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 0,
     "blocked": 1,
     "unknown": 0,
     "rolledBack": 0,
     "rollbackFailed": 0
    },
    "state": "finished",
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-e93b98f499ac",
    "fromActionId": null,
    "toolCallId": null,
    "reverts": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1",
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "progress": {
     "finished": 6,
     "total": 6
    },
    "results": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-f1eb6d95d900",
      "apiName": "postgres.rows.update",
      "outcome": "REAPPLIED",
      "summary": "Update customers where id=7: plan=pro, note=\"upgraded by phone\" (1 row)",
      "isUnproved": false,
      "settledAs": null,
      "settledBy": null,
      "settledAt": null,
      "settledNote": null,
      "detail": "1 row restored",
      "items": [
       {
        "resource": "public.customers id=7",
        "result": "restored",
        "fields": [
         {
          "field": "plan",
          "before": "pro",
          "after": "trial",
          "now": "trial",
          "result": "restored"
         }
        ]
       }
      ]
     }
    ],
    "hash": "29d754cd90c9da91e86ff48930f81635d91ee02662fe8d31307946c7a542c3cc",
    "unverifiedReads": []
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/connectors/health": {
  "answer": {
   "data": [
    {
     "connector": "postgres",
     "status": "healthy",
     "checkedAt": "2026-01-02T03:04:05.678Z",
     "latencyMs": 12,
     "detail": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/credentials": {
  "answer": {
   "data": [
    {
     "connector": "postgres",
     "fields": [
      "connectionString"
     ],
     "agentOperations": [],
     "createdAt": "2026-01-02T03:04:00.000Z",
     "updatedAt": "2026-01-02T03:04:05.678Z",
     "lastCheckedAt": null,
     "lastCheckOk": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/credentials/validate": {
  "answer": {
   "data": {
    "valid": true,
    "configured": [
     "postgres"
    ],
    "missing": [],
    "suggestions": [],
    "plan": "TEAM"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /settings/credentials/{connector}": {
  "body": {
   "values": {
    "connectionString": "postgres://backstop:…@db.example.com/customers"
   }
  },
  "answer": {
   "data": {
    "connector": "postgres",
    "fields": [
     "connectionString"
    ],
    "agentOperations": [],
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z",
    "lastCheckedAt": null,
    "lastCheckOk": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /settings/credentials/{connector}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-d2c4575618b7",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/credentials/{connector}/trial": {
  "answer": {
   "data": {
    "table": "customers",
    "calls": [
     {
      "apiName": "postgres.rows.update",
      "captured": true,
      "class": "exact",
      "calls": [
       "UPDATE public.customers SET name = 'Customer 1' WHERE id = '1'"
      ],
      "remains": [
       "A change of these rows by another client between the capture and the call is not noticed."
      ],
      "reason": null
     }
    ],
    "reason": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/intent": {
  "answer": {
   "data": {
    "alarmBudget": 3
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /settings/intent": {
  "body": {
   "alarmBudget": 5
  },
  "answer": {
   "data": {
    "alarmBudget": 5
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/policies": {
  "answer": {
   "data": {
    "unmatched": "ALLOW"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /settings/policies": {
  "body": {
   "unmatched": "ALLOW"
  },
  "answer": {
   "data": {
    "unmatched": "ALLOW"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/redaction": {
  "answer": {
   "data": {
    "kinds": [],
    "rules": []
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /settings/redaction": {
  "body": {
   "kinds": [
    "card-number"
   ],
   "rules": [
    {
     "name": "ssn",
     "apiNamePattern": "postgres.*",
     "path": "*.**.ssn"
    }
   ]
  },
  "answer": {
   "data": {
    "kinds": [
     "card-number"
    ],
    "rules": [
     {
      "name": "ssn",
      "apiNamePattern": "postgres.*",
      "path": "*.**.ssn"
     }
    ]
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/webhooks": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505",
     "kind": "webhook",
     "url": "https://example.com/hook",
     "events": [
      "approval.requested"
     ],
     "description": "The pager",
     "enabled": true,
     "disabledReason": null,
     "disabledAt": null,
     "failingSince": null,
     "createdAt": "2026-01-02T03:04:00.000Z",
     "updatedAt": "2026-01-02T03:04:05.678Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /settings/webhooks": {
  "body": {
   "url": "https://example.com/hook",
   "events": [
    "approval.requested"
   ],
   "description": "The pager"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505",
    "kind": "webhook",
    "url": "https://example.com/hook",
    "events": [
     "approval.requested"
    ],
    "description": "The pager",
    "enabled": true,
    "disabledReason": null,
    "disabledAt": null,
    "failingSince": null,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z",
    "secret": "whsec_…"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PATCH /settings/webhooks/{id}": {
  "body": {
   "enabled": false
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505",
    "kind": "webhook",
    "url": "https://example.com/hook",
    "events": [
     "approval.requested"
    ],
    "description": "The pager",
    "enabled": false,
    "disabledReason": "operator",
    "disabledAt": "2026-01-02T03:04:05.678Z",
    "failingSince": null,
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /settings/webhooks/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /settings/webhooks/{id}/deliveries": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-7b4e50ce2ef3",
     "webhookId": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505",
     "eventId": "019f1c5e-7a52-7c3b-9d5e-9db3a7466307",
     "type": "webhook.test",
     "memberId": null,
     "status": "DELIVERED",
     "attempts": 1,
     "nextTryAt": null,
     "log": [
      {
       "at": "2026-01-02T03:04:05.678Z",
       "error": null,
       "status": 204,
       "attempt": 1,
       "nextTryAt": null,
       "durationMs": 41
      }
     ],
     "data": {
      "webhookId": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505"
     },
     "createdAt": "2026-01-02T03:04:00.000Z",
     "settledAt": "2026-01-02T03:04:05.678Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /settings/webhooks/{id}/test": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-7b4e50ce2ef3",
    "webhookId": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505",
    "eventId": "019f1c5e-7a52-7c3b-9d5e-9db3a7466307",
    "type": "webhook.test",
    "memberId": null,
    "status": "DELIVERED",
    "attempts": 1,
    "nextTryAt": null,
    "log": [
     {
      "at": "2026-01-02T03:04:05.678Z",
      "error": null,
      "status": 204,
      "attempt": 1,
      "nextTryAt": null,
      "durationMs": 41
     }
    ],
    "data": {
     "webhookId": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505"
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "settledAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /team/groups": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-268935caa635",
     "name": "finance",
     "members": [],
     "createdAt": "2026-01-02T03:04:00.000Z",
     "updatedAt": "2026-01-02T03:04:05.678Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /team/groups": {
  "body": {
   "name": "finance"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-268935caa635",
    "name": "finance",
    "members": [],
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /team/groups/{id}": {
  "body": {
   "name": "treasury"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-268935caa635",
    "name": "treasury",
    "members": [],
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /team/groups/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-268935caa635",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /team/invitations": {
  "body": {
   "email": "grace@example.com"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-429822d8c9ba",
    "email": "grace@example.com",
    "invitedBy": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
    "status": "QUEUED",
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /team/invitations": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-429822d8c9ba",
     "email": "grace@example.com",
     "invitedBy": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
     "status": "QUEUED",
     "createdAt": "2026-01-02T03:04:00.000Z",
     "expiresAt": null
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /team/invitations/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-429822d8c9ba",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /team/members": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-81c7c2b35b64",
     "email": "ada@example.com",
     "name": "Ada",
     "role": "MEMBER",
     "joinedAt": "2026-01-02T03:04:05.678Z"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /openapi.json": {
  "answer": {
   "openapi": "3.1.0",
   "info": {
    "title": "Backstop",
    "version": "0.1.0"
   },
   "paths": {}
  }
 },
 "event action.blocked": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-0b4cc69af2be",
   "type": "action.blocked",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "actionId": "019f1c5e-7a52-7c3b-9d5e-d0f5ed0d741d",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.delete",
    "operationType": "DELETE",
    "status": "BLOCKED",
    "reason": "No more than 10 customers may be deleted at once.",
    "policyIds": [
     "019f1c5e-7a52-7c3b-9d5e-60e761c47190"
    ],
    "simulated": false,
    "url": "https://backstop.example/dashboard/sessions/019f1c5e-7a52-7c3b-9d5e-97b91960ddbe"
   }
  }
 },
 "event approval.decided": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-459f5b0214fc",
   "type": "approval.decided",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "approvalId": "019f1c5e-7a52-7c3b-9d5e-97977d3402e8",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.update",
    "operationType": "UPDATE",
    "status": "APPROVED",
    "reason": null,
    "review": false,
    "simulated": false,
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "approvers": [],
    "decidedAt": "2026-01-02T03:04:05.678Z",
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-97977d3402e8"
   }
  }
 },
 "event approval.requested": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-7c2ff0e1aee9",
   "type": "approval.requested",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "approvalId": "019f1c5e-7a52-7c3b-9d5e-97977d3402e8",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-8511f93a65c4",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "toolCallId": null,
    "traceparent": null,
    "apiName": "postgres.rows.update",
    "operationType": "UPDATE",
    "status": "PENDING",
    "reason": "A credit above 100 needs a person.",
    "review": false,
    "simulated": false,
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "approvers": [],
    "decidedAt": null,
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-97977d3402e8"
   }
  }
 },
 "event rollback.finished": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-ef102a7aa034",
   "type": "rollback.finished",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "actionId": null,
    "fromActionId": null,
    "toolCallId": null,
    "agentRollbackId": null,
    "status": "FINISHED",
    "outcomes": {
     "CONFLICT": 1,
     "ROLLED_BACK": 5
    },
    "simulated": false,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "url": "https://backstop.example/dashboard/sessions/019f1c5e-7a52-7c3b-9d5e-97b91960ddbe"
   }
  }
 },
 "event rollback.reverted": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-3aac95fa7b2f",
   "type": "rollback.reverted",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-e93b98f499ac",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-97b91960ddbe",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "reverts": "019f1c5e-7a52-7c3b-9d5e-22ff9f19aab1",
    "status": "FINISHED",
    "outcomes": {
     "REAPPLIED": 6
    },
    "simulated": false,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "url": "https://backstop.example/dashboard/sessions/019f1c5e-7a52-7c3b-9d5e-97b91960ddbe"
   }
  }
 },
 "event webhook.test": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-9db3a7466307",
   "type": "webhook.test",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "webhookId": "019f1c5e-7a52-7c3b-9d5e-8a5826b74505",
    "url": "https://backstop.example/dashboard/settings/webhooks"
   }
  }
 }
};
