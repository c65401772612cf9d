/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'files.update': 'Update file {fileId}[ to {addParents}][ from {removeParents}][: {requestBody:changes}]',
  'files.create': 'Create file[ {requestBody.name}][ in {requestBody.parents}]',
  'files.delete': 'Delete file {fileId} for good',
  'files.emptyTrash': 'Empty the trash[ of {driveId}]',
  'files.copy': 'Copy file {fileId}[ as {requestBody.name}]',
  'permissions.create':
    'Share {fileId}[ with {requestBody.emailAddress|requestBody.domain|requestBody.type}][ as {requestBody.role}]',
  'permissions.update': 'Change permission {permissionId} of {fileId}[ to {requestBody.role}]',
  'permissions.delete': 'End permission {permissionId} of {fileId}',
  'comments.create': 'Comment on {fileId}[: {requestBody.content:text}]',
  'comments.delete': 'Delete comment {commentId} on {fileId}',
  'revisions.delete': 'Delete revision {revisionId} of {fileId}',
  'drives.delete': 'Delete shared drive {driveId}',
};
