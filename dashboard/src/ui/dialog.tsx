import { Modal, type ModalProps } from '@mantine/core';
import { useClosedGate } from '../keyboard/gate';

/** Every dialog. While it is there, the keys of the page behind it are off. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useClosedGate();
  return <Modal opened {...props} />;
}
