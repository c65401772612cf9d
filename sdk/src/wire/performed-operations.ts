import type { Json, JsonObject } from '../json.js';

// Written by scripts/registry-copy.mjs from the connectors of the service.
/** The arguments of each operation that the service itself can make. */
export interface PerformedOperations {
  readonly 'github.issues.update': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly title?: string;
    readonly body?: string | null;
    readonly labels?: readonly (string | JsonObject)[];
    readonly assignees?: readonly string[];
    readonly milestone?: number | string | null;
    readonly state?: 'open' | 'closed';
    readonly state_reason?: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null;
  };
  readonly 'github.issues.create': {
    readonly owner: string;
    readonly repo: string;
    readonly title: string;
    readonly body?: string | null;
    readonly labels?: readonly (string | JsonObject)[];
    readonly assignees?: readonly string[];
    readonly milestone?: number | string | null;
  };
  readonly 'github.issues.addLabels': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly labels: readonly (string | JsonObject)[];
  };
  readonly 'github.issues.removeLabel': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly name: string;
  };
  readonly 'github.issues.setLabels': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly labels: readonly (string | JsonObject)[];
  };
  readonly 'github.issues.removeAllLabels': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
  };
  readonly 'github.issues.addAssignees': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly assignees: readonly string[];
  };
  readonly 'github.issues.removeAssignees': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly assignees: readonly string[];
  };
  readonly 'github.issues.lock': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly lock_reason?: 'off-topic' | 'too heated' | 'resolved' | 'spam';
  };
  readonly 'github.issues.unlock': { readonly owner: string; readonly repo: string; readonly issue_number: number };
  readonly 'github.issues.createComment': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly body: string;
  };
  readonly 'github.issues.updateComment': {
    readonly owner: string;
    readonly repo: string;
    readonly comment_id: number;
    readonly body: string;
  };
  readonly 'github.issues.deleteComment': {
    readonly owner: string;
    readonly repo: string;
    readonly comment_id: number;
  };
  readonly 'github.repos.createOrUpdateFileContents': {
    readonly owner: string;
    readonly repo: string;
    readonly path: string;
    readonly message: string;
    readonly sha?: string;
    readonly branch?: string;
    readonly author?: { readonly name?: string; readonly email?: string; readonly date?: string };
    readonly committer?: { readonly name?: string; readonly email?: string; readonly date?: string };
    readonly content: string;
  };
  readonly 'github.repos.deleteFile': {
    readonly owner: string;
    readonly repo: string;
    readonly path: string;
    readonly message: string;
    readonly sha: string;
    readonly branch?: string;
    readonly author?: { readonly name?: string; readonly email?: string; readonly date?: string };
    readonly committer?: { readonly name?: string; readonly email?: string; readonly date?: string };
  };
  readonly 'github.git.createRef': {
    readonly owner: string;
    readonly repo: string;
    readonly ref: string;
    readonly sha: string;
  };
  readonly 'github.git.updateRef': {
    readonly owner: string;
    readonly repo: string;
    readonly ref: string;
    readonly sha: string;
    readonly force?: boolean;
  };
  readonly 'github.git.deleteRef': { readonly owner: string; readonly repo: string; readonly ref: string };
  readonly 'github.pulls.update': {
    readonly owner: string;
    readonly repo: string;
    readonly pull_number: number;
    readonly title?: string;
    readonly body?: string | null;
    readonly base?: string;
    readonly maintainer_can_modify?: boolean;
    readonly state?: 'open' | 'closed';
  };
  readonly 'github.pulls.create': {
    readonly owner: string;
    readonly repo: string;
    readonly title: string;
    readonly body?: string | null;
    readonly base: string;
    readonly maintainer_can_modify?: boolean;
    readonly head: string;
    readonly head_repo?: string;
    readonly draft?: boolean;
  };
  readonly 'github.repos.createRelease': {
    readonly owner: string;
    readonly repo: string;
    readonly tag_name: string;
    readonly target_commitish?: string;
    readonly name?: string | null;
    readonly body?: string | null;
    readonly draft?: boolean;
    readonly prerelease?: boolean;
    readonly generate_release_notes?: boolean;
  };
  readonly 'github.repos.updateRelease': {
    readonly owner: string;
    readonly repo: string;
    readonly release_id: number;
    readonly tag_name?: string;
    readonly target_commitish?: string;
    readonly name?: string | null;
    readonly body?: string | null;
    readonly draft?: boolean;
    readonly prerelease?: boolean;
  };
  readonly 'github.repos.deleteRelease': { readonly owner: string; readonly repo: string; readonly release_id: number };
  readonly 'github.issues.createMilestone': {
    readonly owner: string;
    readonly repo: string;
    readonly title: string;
    readonly state?: 'open' | 'closed';
    readonly description?: string | null;
    readonly due_on?: string | null;
  };
  readonly 'github.issues.updateMilestone': {
    readonly owner: string;
    readonly repo: string;
    readonly milestone_number: number;
    readonly title?: string;
    readonly state?: 'open' | 'closed';
    readonly description?: string | null;
    readonly due_on?: string | null;
  };
  readonly 'github.issues.createLabel': {
    readonly owner: string;
    readonly repo: string;
    readonly name: string;
    readonly color?: string;
    readonly description?: string | null;
  };
  readonly 'github.issues.updateLabel': {
    readonly owner: string;
    readonly repo: string;
    readonly name: string;
    readonly color?: string;
    readonly description?: string | null;
  };
  readonly 'github.issues.deleteLabel': { readonly owner: string; readonly repo: string; readonly name: string };
  readonly 'github.pulls.merge': JsonObject;
  readonly 'github.pulls.createReview': JsonObject;
  readonly 'github.pulls.submitReview': JsonObject;
  readonly 'github.pulls.dismissReview': JsonObject;
  readonly 'github.pulls.requestReviewers': JsonObject;
  readonly 'github.repos.delete': JsonObject;
  readonly 'github.repos.transfer': JsonObject;
  readonly 'github.repos.update': JsonObject;
  readonly 'github.repos.merge': JsonObject;
  readonly 'github.repos.createForAuthenticatedUser': JsonObject;
  readonly 'github.repos.createInOrg': JsonObject;
  readonly 'github.repos.addCollaborator': JsonObject;
  readonly 'github.repos.removeCollaborator': JsonObject;
  readonly 'github.repos.uploadReleaseAsset': JsonObject;
  readonly 'github.repos.deleteReleaseAsset': JsonObject;
  readonly 'github.repos.createDispatchEvent': JsonObject;
  readonly 'github.repos.createCommitStatus': JsonObject;
  readonly 'github.repos.createWebhook': JsonObject;
  readonly 'github.repos.deleteWebhook': JsonObject;
  readonly 'github.issues.deleteMilestone': JsonObject;
  readonly 'github.actions.createWorkflowDispatch': JsonObject;
  readonly 'github.actions.createOrUpdateRepoSecret': JsonObject;
  readonly 'github.actions.deleteRepoSecret': JsonObject;
  readonly 'github.activity.markNotificationsAsRead': JsonObject;
  readonly 'postgres.rows.insert': { readonly table: string; readonly values: JsonObject | readonly JsonObject[] };
  readonly 'postgres.rows.update': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly values: JsonObject;
    readonly expressions?: readonly string[];
    readonly rowCount?: number;
  };
  readonly 'postgres.rows.delete': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly rowCount?: number;
  };
  readonly 'postgres.query': { readonly sql: string; readonly values?: readonly Json[] };
  readonly 'slack.chat.postMessage': Json | Json;
  readonly 'slack.chat.update': {
    readonly channel: string;
    readonly ts: string;
    readonly text?: string;
    readonly blocks?: readonly JsonObject[];
    readonly attachments?: readonly JsonObject[];
    readonly metadata?: JsonObject;
    readonly parse?: string;
    readonly link_names?: boolean;
  };
  readonly 'slack.conversations.setTopic': { readonly channel: string; readonly topic: string };
  readonly 'slack.conversations.setPurpose': { readonly channel: string; readonly purpose: string };
  readonly 'slack.conversations.rename': { readonly channel: string; readonly name: string };
  readonly 'slack.conversations.archive': { readonly channel: string };
  readonly 'slack.conversations.unarchive': { readonly channel: string };
  readonly 'slack.conversations.create': {
    readonly name: string;
    readonly is_private?: boolean;
    readonly team_id?: string;
  };
  readonly 'slack.reactions.add': { readonly channel: string; readonly timestamp: string; readonly name: string };
  readonly 'slack.reactions.remove': { readonly channel: string; readonly timestamp: string; readonly name: string };
  readonly 'slack.pins.add': { readonly channel: string; readonly timestamp: string };
  readonly 'slack.pins.remove': { readonly channel: string; readonly timestamp: string };
  readonly 'slack.bookmarks.add': {
    readonly channel_id: string;
    readonly title: string;
    readonly link: string;
    readonly emoji?: string;
    readonly type: Json;
  };
  readonly 'slack.bookmarks.edit': {
    readonly channel_id: string;
    readonly bookmark_id: string;
    readonly title?: string;
    readonly link?: string;
    readonly emoji?: string;
  };
  readonly 'slack.bookmarks.remove': { readonly channel_id: string; readonly bookmark_id: string };
  readonly 'slack.chat.delete': JsonObject;
  readonly 'slack.chat.postEphemeral': JsonObject;
  readonly 'slack.chat.meMessage': JsonObject;
  readonly 'slack.chat.scheduleMessage': JsonObject;
  readonly 'slack.chat.deleteScheduledMessage': JsonObject;
  readonly 'slack.conversations.invite': JsonObject;
  readonly 'slack.conversations.kick': JsonObject;
  readonly 'slack.conversations.leave': JsonObject;
  readonly 'slack.conversations.join': JsonObject;
  readonly 'slack.conversations.inviteShared': JsonObject;
  readonly 'slack.files.delete': JsonObject;
  readonly 'slack.files.uploadV2': JsonObject;
  readonly 'slack.files.sharedPublicURL': JsonObject;
  readonly 'slack.users.profile.set': JsonObject;
  readonly 'slack.users.setPresence': JsonObject;
  readonly 'slack.views.publish': JsonObject;
  readonly 'slack.views.open': JsonObject;
  readonly 'stripe.customers.create': {
    readonly name?: string | null;
    readonly email?: string | null;
    readonly phone?: string | null;
    readonly description?: string | null;
    readonly balance?: number;
    readonly tax_exempt?: string | null;
    readonly address?: JsonObject | null | Json;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  readonly 'stripe.customers.update': {
    readonly id: string;
    readonly name?: string | null;
    readonly email?: string | null;
    readonly phone?: string | null;
    readonly description?: string | null;
    readonly balance?: number;
    readonly tax_exempt?: string | null;
    readonly address?: JsonObject | null | Json;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  readonly 'stripe.products.create': {
    readonly name?: string | null;
    readonly active?: boolean;
    readonly description?: string | null;
    readonly url?: string | null;
    readonly unit_label?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  readonly 'stripe.products.update': {
    readonly id: string;
    readonly name?: string | null;
    readonly active?: boolean;
    readonly description?: string | null;
    readonly url?: string | null;
    readonly unit_label?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  readonly 'stripe.prices.create': {
    readonly active?: boolean;
    readonly nickname?: string | null;
    readonly lookup_key?: string | null;
    readonly currency?: string | null;
    readonly unit_amount?: number;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  readonly 'stripe.prices.update': {
    readonly id: string;
    readonly active?: boolean;
    readonly nickname?: string | null;
    readonly lookup_key?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  readonly 'stripe.paymentIntents.create': {
    readonly amount?: number;
    readonly currency?: string | null;
    readonly description?: string | null;
    readonly receipt_email?: string | null;
    readonly customer?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  readonly 'stripe.paymentIntents.update': {
    readonly id: string;
    readonly amount?: number;
    readonly currency?: string | null;
    readonly description?: string | null;
    readonly receipt_email?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  readonly 'stripe.checkout.sessions.create': {
    readonly mode?: string | null;
    readonly customer?: string | null;
    readonly client_reference_id?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  readonly 'stripe.charges.update': {
    readonly id: string;
    readonly description?: string | null;
    readonly receipt_email?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  readonly 'stripe.subscriptions.update': {
    readonly id: string;
    readonly cancel_at_period_end?: boolean;
    readonly collection_method?: string | null;
    readonly days_until_due?: number;
    readonly default_payment_method?: string | null;
    readonly description?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  readonly 'stripe.customers.del': JsonObject;
  readonly 'stripe.customers.createSource': JsonObject;
  readonly 'stripe.customers.deleteSource': JsonObject;
  readonly 'stripe.products.del': JsonObject;
  readonly 'stripe.paymentIntents.confirm': JsonObject;
  readonly 'stripe.paymentIntents.capture': JsonObject;
  readonly 'stripe.paymentIntents.cancel': JsonObject;
  readonly 'stripe.charges.create': JsonObject;
  readonly 'stripe.charges.capture': JsonObject;
  readonly 'stripe.refunds.create': JsonObject;
  readonly 'stripe.refunds.cancel': JsonObject;
  readonly 'stripe.payouts.create': JsonObject;
  readonly 'stripe.payouts.cancel': JsonObject;
  readonly 'stripe.payouts.reverse': JsonObject;
  readonly 'stripe.topups.create': JsonObject;
  readonly 'stripe.transfers.create': JsonObject;
  readonly 'stripe.transfers.createReversal': JsonObject;
  readonly 'stripe.subscriptions.create': JsonObject;
  readonly 'stripe.subscriptions.cancel': JsonObject;
  readonly 'stripe.subscriptions.resume': JsonObject;
  readonly 'stripe.invoices.create': JsonObject;
  readonly 'stripe.invoices.del': JsonObject;
  readonly 'stripe.invoices.finalizeInvoice': JsonObject;
  readonly 'stripe.invoices.sendInvoice': JsonObject;
  readonly 'stripe.invoices.pay': JsonObject;
  readonly 'stripe.invoices.voidInvoice': JsonObject;
  readonly 'stripe.invoices.markUncollectible': JsonObject;
  readonly 'stripe.creditNotes.create': JsonObject;
  readonly 'stripe.disputes.update': JsonObject;
  readonly 'stripe.disputes.close': JsonObject;
  readonly 'stripe.paymentMethods.attach': JsonObject;
  readonly 'stripe.paymentMethods.detach': JsonObject;
  readonly 'stripe.setupIntents.confirm': JsonObject;
  readonly 'stripe.accounts.create': JsonObject;
  readonly 'stripe.accounts.del': JsonObject;
  readonly 'stripe.coupons.del': JsonObject;
}
