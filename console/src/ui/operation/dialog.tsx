import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { Button, Row, Stack } from '../controls.tsx';
import { OperationForm, type OperationFormProps } from './form.tsx';
import styles from './operation.module.css';
import { Secrets } from './secrets.tsx';

type DialogProps<Row> = Omit<OperationFormProps<Row>, 'onClose'> & { onClose: () => void };

/** A dialog with the form of an operation. Secrets in the response are displayed until the user closes the dialog. */
export function OperationDialog<Row>({ action, onDone, onClose, ...rest }: DialogProps<Row>) {
  const [answer, setAnswer] = useState<unknown>();
  const [isDirty, setIsDirty] = useState(false);
  const close = (mayLose: boolean) => {
    if (!mayLose || window.confirm('Discard your input?')) onClose();
  };
  const done = (response: unknown) => (action.secrets ? setAnswer(response) : onDone(response));
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => !isOpen && (answer === undefined ? close(isDirty) : undefined)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} onInput={() => setIsDirty(true)}>
          <Stack>
            <Dialog.Title>{action.label ?? action.operation.title}</Dialog.Title>
            {answer === undefined ? (
              <OperationForm {...rest} action={action} onDone={done} onClose={close} />
            ) : (
              <>
                <Secrets labels={action.secrets ?? {}} answer={answer} />
                <Row>
                  <Button kind="primary" onClick={() => onDone(answer)}>
                    I have stored it
                  </Button>
                </Row>
              </>
            )}
          </Stack>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
