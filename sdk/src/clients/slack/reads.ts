/** Methods of Slack that change nothing. All are sent as POST, so that only their names tell. */
export const SLACK_READS = new Set(
  `admin.analytics.getFile admin.apps.activities.list admin.apps.approved.list admin.apps.config.lookup
  admin.apps.requests.list admin.apps.restricted.list admin.auth.policy.getEntities admin.barriers.list
  admin.conversations.ekm.listOriginalConnectedChannelInfo admin.conversations.getConversationPrefs
  admin.conversations.getCustomRetention admin.conversations.getTeams admin.conversations.lookup
  admin.conversations.restrictAccess.listGroups admin.conversations.search admin.emoji.list admin.functions.list
  admin.functions.permissions.lookup admin.inviteRequests.approved.list admin.inviteRequests.denied.list
  admin.inviteRequests.list admin.roles.listAssignments admin.teams.admins.list admin.teams.list
  admin.teams.owners.list admin.teams.settings.info admin.usergroups.listChannels admin.users.getExpiration
  admin.users.list admin.users.session.getSettings admin.users.session.list admin.workflows.permissions.lookup
  admin.workflows.search agents.conversations.listViews api.test apps.event.authorizations.list apps.manifest.export
  apps.manifest.validate auth.teams.list auth.test blocks.validate bookmarks.list bots.info calls.info
  canvases.sections.lookup chat.getPermalink chat.scheduledMessages.list conversations.history conversations.info
  conversations.list conversations.listConnectInvites conversations.members conversations.replies
  conversations.requestSharedInvite.list dnd.info dnd.teamInfo emoji.list files.info files.list files.remote.info
  files.remote.list migration.exchange openid.connect.userInfo pins.list reactions.get reactions.list reminders.info
  reminders.list search.all search.files search.messages slackLists.download.get slackLists.items.info
  slackLists.items.list stars.list team.accessLogs team.billableInfo team.billing.info team.externalTeams.list
  team.info team.integrationLogs team.preferences.list team.profile.get usergroups.list usergroups.users.list
  users.conversations users.discoverableContacts.lookup users.getPresence users.identity users.info users.list
  users.lookupByEmail users.profile.get workflows.featured.list`.split(/\s+/),
);
