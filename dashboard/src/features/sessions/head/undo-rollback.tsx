import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { sessionsWords as words } from '../../../words';
import { latestRollbackQuery } from '../api';

/**
 * Opens the plan that takes the newest rollback of the session back. It shows nothing if that rollback is a revert
 * itself.
 */
export function UndoRollback({ sessionId }: { sessionId: string }) {
  const { data } = useQuery(latestRollbackQuery(sessionId));
  const navigate = useNavigate();
  if (data?.state !== 'finished' || data.reverts !== null) return null;
  const path = `/sessions/${sessionId}/rollback/${data.rollbackId}/revert`;
  return (
    <Button variant="default" leftSection={<RotateCw size={14} />} onClick={() => void navigate({ to: path } as never)}>
      {words.undoRollback.open}
    </Button>
  );
}
