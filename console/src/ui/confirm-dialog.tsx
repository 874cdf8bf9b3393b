import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button, Row, Stack } from './controls.tsx';
import styles from './dialog.module.css';
import { Failure } from './states.tsx';

export type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  isPending: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** A confirmation dialog for an irreversible action. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={styles.backdrop} />
      <AlertDialog.Popup className={styles.popup}>
        <Stack>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
          {error !== undefined && error !== null && <Failure error={error} />}
          <Row>
            <Button kind="danger" disabled={isPending} onClick={onConfirm}>
              {action}
            </Button>
            <Button onClick={onClose}>Keep</Button>
          </Row>
        </Stack>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);
