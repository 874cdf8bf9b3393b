import { useState } from 'react';
import { Button, Row, Stack } from '../controls.tsx';
import { Dialog } from '../dialog.tsx';
import { OperationForm, type OperationFormProps } from './form.tsx';
import { Secrets } from './secrets.tsx';

type DialogProps<Row> = Omit<OperationFormProps<Row>, 'onClose'> & { onClose: () => void };

/** A dialog with the form of an operation. Secrets and results are displayed until the user closes it. */
export function OperationDialog<Row>({ action, onDone, onClose, ...rest }: DialogProps<Row>) {
  const [answer, setAnswer] = useState<unknown>();
  const [isTyped, setIsTyped] = useState(false);
  const close = (mayLose: boolean) => {
    if (!mayLose || window.confirm('Discard your input?')) onClose();
  };
  const done = (response: unknown) =>
    action.secrets || action.Result ? setAnswer(response) : onDone(response);
  return (
    <Dialog
      title={action.label ?? action.operation.title}
      isWide
      onClose={() => {
        if (answer === undefined) close(isTyped);
        else if (window.confirm('Close? The secret is not shown again.')) onDone(answer);
      }}
    >
      {answer === undefined ? (
        <div onInput={() => setIsTyped(true)}>
          <OperationForm {...rest} action={action} onDone={done} onClose={close} />
        </div>
      ) : (
        <Stack>
          {action.secrets && <Secrets labels={action.secrets} answer={answer} />}
          {action.Result && <action.Result orgId={rest.orgId} row={rest.row} answer={answer} />}
          <Row>
            <Button kind="primary" onClick={() => onDone(answer)}>
              {action.secrets ? 'I have stored it' : 'Close'}
            </Button>
          </Row>
        </Stack>
      )}
    </Dialog>
  );
}
