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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000001",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000002",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000001",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000002",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000002",
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
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
      "apiName": "postgres.rows.update",
      "summary": "Update customers where id=42: credit=50 (1 row)",
      "status": "SUCCESS",
      "at": "2026-01-02T03:04:05.678Z"
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000005",
    "agentId": "support-agent",
    "since": "2026-01-02T02:04:00.000Z",
    "skipped": [],
    "state": "finished",
    "startedAt": "2026-01-02T03:04:05.678Z",
    "rollbacks": [
     {
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
      "rollbackId": "019f1c5e-7a52-7c3b-9d5e-000000000006",
      "fromActionId": null,
      "reverts": null,
      "startedAt": "2026-01-02T03:04:05.678Z",
      "finishedAt": "2026-01-02T03:04:05.678Z",
      "progress": {
       "finished": 6,
       "total": 6
      },
      "results": [
       {
        "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
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
      "hash": "8ee89711330c1ccf39a2e65ad12bbd7df4a4a2ee857f53b4823f00fecb7bd252",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000007",
     "name": "support agent",
     "kind": "live",
     "agentId": null,
     "status": "ACTIVE",
     "createdAt": "2026-01-02T03:04:00.000Z",
     "lastUsedAt": "2026-01-02T03:04:05.678Z",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000007",
    "name": "support agent",
    "kind": "live",
    "agentId": null,
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000008",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000009",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
     "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
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
     "decidedBy": null,
     "approvals": {
      "required": 1,
      "given": []
     },
     "createdAt": "2026-01-02T03:04:00.000Z",
     "expiresAt": "2026-01-02T04:04:00.000Z",
     "onExpiry": "reject",
     "decidedAt": null,
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000010",
     "decision": "approve",
     "payloadHash": "553295e4b848bee781c30a0c86a5b731330806eaaca214de195e48761b8a61ee"
    }
   ]
  },
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000010",
     "status": 200,
     "approval": {
      "id": "019f1c5e-7a52-7c3b-9d5e-000000000010",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000011",
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000012",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000013",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000011",
     "agentId": "support-agent",
     "approvalId": "019f1c5e-7a52-7c3b-9d5e-000000000014",
     "apiNamePattern": "postgres.rows.insert",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000013",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /approvals/{id}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000009",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
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
    "decidedBy": null,
    "approvals": {
     "required": 1,
     "given": []
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "decidedAt": null,
    "note": null,
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
    "payloadHash": "fd0fe62cd20e6923c737ebc8ddf03e8fa25cf201c3b5fbf15659ab22a3a08d7c",
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
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000015",
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
        "type": "integer"
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
       "019f1c5e-7a52-7c3b-9d5e-000000000016"
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
   "payloadHash": "fd0fe62cd20e6923c737ebc8ddf03e8fa25cf201c3b5fbf15659ab22a3a08d7c",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000009",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
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
    "note": null,
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
    "payloadHash": "c03a8b8fb97996492099484e49f1ebe4cb6f10cd2ca37ae70920e70c1a14c0d3",
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
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000015",
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
        "type": "integer"
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
    "grant": null
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000017",
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
    "approvalId": "019f1c5e-7a52-7c3b-9d5e-000000000017",
    "decision": "REQUIRE_APPROVAL",
    "policyIds": [
     "019f1c5e-7a52-7c3b-9d5e-000000000016"
    ],
    "reason": "A credit above 100 needs a person.",
    "payloadHash": "1fe700bc3cb6885eb37de560ff2965c688bc3b0aee78780187a585fb0c45ec71",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000017",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000011",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000018",
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
    "decidedBy": "ada@example.com",
    "approvals": {
     "required": 1,
     "given": []
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "expiresAt": "2026-01-02T04:04:00.000Z",
    "onExpiry": "reject",
    "decidedAt": "2026-01-02T03:04:05.678Z",
    "note": {
     "content": "Asked the customer; wait for her answer.",
     "by": "ada@example.com",
     "at": "2026-01-02T03:04:05.678Z"
    },
    "payload": {
     "table": "customers",
     "match": {
      "id": 42
     },
     "values": {
      "credit": 400
     }
    },
    "payloadHash": "553295e4b848bee781c30a0c86a5b731330806eaaca214de195e48761b8a61ee",
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
    "grant": null
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "PUT /approvals/{id}/viewers": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000017",
    "viewers": []
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
        "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
           "019f1c5e-7a52-7c3b-9d5e-000000000019"
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000020",
     "sequence": 9,
     "actor": {
      "kind": "SYSTEM",
      "id": null,
      "label": "rollback"
     },
     "action": "rollback.finished",
     "target": {
      "type": "rollback",
      "id": "019f1c5e-7a52-7c3b-9d5e-000000000021"
     },
     "before": {
      "id": "019f1c5e-7a52-7c3b-9d5e-000000000021",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
      "id": "019f1c5e-7a52-7c3b-9d5e-000000000021",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
     "hash": "12d4bb3da5785963f27f012db3f9a453d0c420e3952bc9516631e7348fcbeda4",
     "previousHash": "bc0b79004a37e113c331688868f23f647b7e81c088de5d521a03a2c66a55b28c"
    }
   ],
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "POST /auth/browser-session": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000022",
    "expiresAt": "2026-01-02T04:04:00.000Z"
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "DELETE /auth/browser-session": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000023",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000024",
     "email": "ada@example.com",
     "name": "Ada",
     "emailVerified": false
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000025",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000024",
     "email": "ada@example.com",
     "name": "Ada",
     "emailVerified": false
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000025",
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
 "DELETE /me": {
  "body": {
   "password": "correct horse battery staple"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000024",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000024",
     "email": "ada@example.com",
     "name": "Ada",
     "emailVerified": false,
     "createdAt": "2026-01-02T03:04:00.000Z"
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000025",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000024",
     "email": "ada@example.com",
     "name": "Ada Lovelace",
     "emailVerified": false,
     "createdAt": "2026-01-02T03:04:00.000Z"
    },
    "organization": {
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000025",
     "name": "Ada's organization",
     "plan": "TEAM",
     "createdAt": "2026-01-02T03:04:00.000Z"
    },
    "usage": {
     "month": "2026-01",
     "actions": 12,
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000022",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000022",
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
      "ungated": 0
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
       "ungated": 0
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000016",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000026",
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
    "createdAt": "2026-01-02T03:04:00.000Z",
    "updatedAt": "2026-01-02T03:04:05.678Z"
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
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000027",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000027",
    "deleted": true
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /policies/{id}/statistics": {
  "answer": {
   "data": {
    "policyId": "019f1c5e-7a52-7c3b-9d5e-000000000027",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000027",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
        "019f1c5e-7a52-7c3b-9d5e-000000000019"
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000028",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "averageDriftScore": 0.951,
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
      "averageDriftScore": 0.951
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
      "averageDriftScore": 0.951
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000011",
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
     "cleared": 1,
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
      "id": "019f1c5e-7a52-7c3b-9d5e-000000000019",
      "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
      "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
      "snapshot": {
       "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
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
          "type": "integer"
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
      "violation": null,
      "performance": null,
      "settledAs": null,
      "settledBy": null,
      "settledAt": null,
      "settledNote": null,
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000019",
     "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
     "snapshot": {
      "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
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
         "type": "integer"
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
     "violation": null,
     "performance": null,
     "settledAs": null,
     "settledBy": null,
     "settledAt": null,
     "settledNote": null,
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
   "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000019",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "response": null,
    "status": "CLEARED",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
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
    "violation": null,
    "performance": null,
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
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
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
    "captureFailed": false
   },
   "error": null,
   "timestamp": "2026-01-02T03:06:00.000Z"
  }
 },
 "GET /sessions/{id}/actions/{actionId}": {
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000019",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
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
        "type": "integer"
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
    "violation": null,
    "performance": null,
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
    "settledNote": null,
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
   "payloadHash": "811b9e5633eb621407c686bd7a113bedbd4575ecd795c15e12e77d97f998d4f2"
  },
  "answer": {
   "data": {
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000019",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000029",
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
    "violation": null,
    "performance": null,
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000030",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000011",
    "sequence": 5,
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
    "response": null,
    "status": "REJECTED",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000031",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000031",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000032",
     "status": "REJECTED",
     "expiresAt": "2026-01-02T04:04:00.000Z"
    },
    "policy": {
     "decision": "REQUIRE_APPROVAL",
     "policyIds": [
      "019f1c5e-7a52-7c3b-9d5e-000000000016"
     ]
    },
    "violation": null,
    "performance": {
     "state": "done",
     "startedAt": null,
     "finishedAt": "2026-01-02T03:04:05.678Z",
     "attempts": 0,
     "reason": "cancelled"
    },
    "settledAs": null,
    "settledBy": null,
    "settledAt": null,
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000011",
    "displayStatus": "ROLLBACK_FAILED",
    "counters": {
     "success": 1,
     "failed": 0,
     "pendingApproval": 0,
     "cleared": 1,
     "blocked": 0,
     "unknown": 1,
     "rolledBack": 0,
     "rollbackFailed": 0
    },
    "state": "finished",
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-000000000033",
    "fromActionId": null,
    "reverts": null,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "progress": {
     "finished": 1,
     "total": 1
    },
    "results": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000034",
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
    "hash": "6836906b65d74e2725afd49c59a2513485ec6c44cac2f17d9a85dcab9b9810b3",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000035",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000011",
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
    "response": null,
    "status": "UNKNOWN",
    "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000036",
    "snapshot": {
     "precaptureId": "019f1c5e-7a52-7c3b-9d5e-000000000036",
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
        "type": "integer"
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
    "violation": null,
    "performance": null,
    "settledAs": "kept",
    "settledBy": "ada@example.com",
    "settledAt": "2026-01-02T03:04:05.678Z",
    "settledNote": "The credit is right.",
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
       "019f1c5e-7a52-7c3b-9d5e-000000000019"
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
    "verdict": "REVIEW",
    "driftScore": 0.2,
    "scopeAdherence": 0,
    "targetAdherence": 0.3,
    "effectSeverity": 0.8,
    "driftOnsetActionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
    "worstActionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
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
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000028",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
    "agentId": "support-agent",
    "intent": "Handle the morning’s support tickets",
    "simulated": false,
    "verdict": "REVIEW",
    "driftScore": 0.2,
    "scopeAdherence": 0,
    "targetAdherence": 0.3,
    "effectSeverity": 0.8,
    "driftOnsetActionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
    "worstActionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
    "evaluator": {
     "name": "deterministic-8",
     "failed": false
    },
    "actions": 7,
    "reasons": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000011",
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-000000000021",
    "fromActionId": null,
    "reverts": null,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "progress": {
     "finished": 6,
     "total": 6
    },
    "results": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
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
    "hash": "fe2b1983c98f6410572188f6d4fe07ee580caab48d3b662e1a141ffd42552f55",
    "unverifiedReads": [],
    "noLonger": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000037",
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "hash": "2d3d990f520b18e1fb4b16c41726e8f1e3952ccf7e03145c083c5442ff0513de",
    "plan": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-000000000021",
    "hash": "04393ef4862f063a274961af5beaf45d2e9cea9e9c60730c7900cb2cb3418146",
    "plan": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
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
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-000000000038",
    "fromActionId": null,
    "reverts": "019f1c5e-7a52-7c3b-9d5e-000000000021",
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "progress": {
     "finished": 6,
     "total": 6
    },
    "results": [
     {
      "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000019",
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
    "hash": "ce7d3954f0a3e2f7f9af570cc90036712eaf760d806e964329c558c3e58afb40",
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
    "suggestions": []
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000039",
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
 "GET /settings/webhooks": {
  "answer": {
   "data": [
    {
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000040",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000040",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000040",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000040",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000041",
     "webhookId": "019f1c5e-7a52-7c3b-9d5e-000000000040",
     "eventId": "019f1c5e-7a52-7c3b-9d5e-000000000042",
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
      "webhookId": "019f1c5e-7a52-7c3b-9d5e-000000000040"
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000041",
    "webhookId": "019f1c5e-7a52-7c3b-9d5e-000000000040",
    "eventId": "019f1c5e-7a52-7c3b-9d5e-000000000042",
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
     "webhookId": "019f1c5e-7a52-7c3b-9d5e-000000000040"
    },
    "createdAt": "2026-01-02T03:04:00.000Z",
    "settledAt": "2026-01-02T03:04:05.678Z"
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000043",
    "email": "grace@example.com",
    "invitedBy": "019f1c5e-7a52-7c3b-9d5e-000000000024",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000043",
     "email": "grace@example.com",
     "invitedBy": "019f1c5e-7a52-7c3b-9d5e-000000000024",
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
    "id": "019f1c5e-7a52-7c3b-9d5e-000000000043",
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
     "id": "019f1c5e-7a52-7c3b-9d5e-000000000024",
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
   "id": "019f1c5e-7a52-7c3b-9d5e-000000000044",
   "type": "action.blocked",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000045",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
     "019f1c5e-7a52-7c3b-9d5e-000000000026"
    ],
    "simulated": false,
    "url": "https://backstop.example/dashboard/sessions/019f1c5e-7a52-7c3b-9d5e-000000000003"
   }
  }
 },
 "event approval.decided": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-000000000046",
   "type": "approval.decided",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "approvalId": "019f1c5e-7a52-7c3b-9d5e-000000000009",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "decidedAt": "2026-01-02T03:04:05.678Z",
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-000000000009"
   }
  }
 },
 "event approval.requested": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-000000000047",
   "type": "approval.requested",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "approvalId": "019f1c5e-7a52-7c3b-9d5e-000000000009",
    "actionId": "019f1c5e-7a52-7c3b-9d5e-000000000004",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
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
    "decidedAt": null,
    "url": "https://backstop.example/dashboard/approvals/019f1c5e-7a52-7c3b-9d5e-000000000009"
   }
  }
 },
 "event rollback.finished": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-000000000048",
   "type": "rollback.finished",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-000000000021",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "actionId": null,
    "fromActionId": null,
    "agentRollbackId": null,
    "status": "FINISHED",
    "outcomes": {
     "CONFLICT": 1,
     "ROLLED_BACK": 5
    },
    "simulated": false,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "url": "https://backstop.example/dashboard/sessions/019f1c5e-7a52-7c3b-9d5e-000000000003"
   }
  }
 },
 "event rollback.reverted": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-000000000049",
   "type": "rollback.reverted",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "rollbackId": "019f1c5e-7a52-7c3b-9d5e-000000000038",
    "sessionId": "019f1c5e-7a52-7c3b-9d5e-000000000003",
    "agentId": "support-agent",
    "onBehalfOf": null,
    "labels": {},
    "reverts": "019f1c5e-7a52-7c3b-9d5e-000000000021",
    "status": "FINISHED",
    "outcomes": {
     "REAPPLIED": 6
    },
    "simulated": false,
    "startedAt": "2026-01-02T03:04:05.678Z",
    "finishedAt": "2026-01-02T03:04:05.678Z",
    "url": "https://backstop.example/dashboard/sessions/019f1c5e-7a52-7c3b-9d5e-000000000003"
   }
  }
 },
 "event webhook.test": {
  "answer": {
   "id": "019f1c5e-7a52-7c3b-9d5e-000000000042",
   "type": "webhook.test",
   "timestamp": "2026-01-02T03:06:00.000Z",
   "data": {
    "webhookId": "019f1c5e-7a52-7c3b-9d5e-000000000040",
    "url": "https://backstop.example/dashboard/settings/webhooks"
   }
  }
 }
};
