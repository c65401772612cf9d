import { irreversible } from '../resource/define.js';

export const irreversibleOperations = [
  irreversible(
    'slack.chat.delete',
    'DELETE',
    'Posted again it is another message: another time, another author, no answers.',
  ),
  irreversible('slack.chat.postEphemeral', 'CREATE', 'No API can read or delete a message that one person was shown.'),
  irreversible('slack.chat.meMessage', 'CREATE', 'Compensation: chat.delete, as an action of its own.'),
  irreversible(
    'slack.chat.scheduleMessage',
    'CREATE',
    'Compensation until it is sent: chat.deleteScheduledMessage, as an action of its own.',
  ),
  irreversible('slack.chat.deleteScheduledMessage', 'DELETE', 'Scheduled again it is another message.'),
  irreversible(
    'slack.conversations.invite',
    'UPDATE',
    'Who was invited has seen the channel. Compensation: conversations.kick.',
  ),
  irreversible(
    'slack.conversations.kick',
    'UPDATE',
    'The removed person was notified. Compensation: conversations.invite.',
  ),
  irreversible(
    'slack.conversations.leave',
    'UPDATE',
    'A private channel must be entered by invitation. Compensation: conversations.join.',
  ),
  irreversible('slack.conversations.join', 'UPDATE', 'The channel shows it. Compensation: conversations.leave.'),
  irreversible('slack.conversations.inviteShared', 'CREATE', 'The invitation has left the organization.'),
  irreversible('slack.files.delete', 'DELETE', 'The file is more than a precapture could hold.'),
  irreversible(
    'slack.files.uploadV2',
    'CREATE',
    'Who has fetched the file has it. Compensation: files.delete, as an action of its own.',
  ),
  irreversible(
    'slack.files.sharedPublicURL',
    'UPDATE',
    'Who has fetched the file has it. Compensation: files.revokePublicURL.',
  ),
  irreversible(
    'slack.users.profile.set',
    'UPDATE',
    'All members see it at once; an administrator controls some of its fields.',
  ),
  irreversible('slack.users.setPresence', 'UPDATE', 'Presence is of the moment.'),
  irreversible('slack.views.publish', 'UPDATE', 'No API answers what a home tab showed before.'),
  irreversible('slack.views.open', 'CREATE', 'What a person was shown has been seen.'),
];
