import { type FormEvent, useRef, useState } from 'react';
import { Button, Field, Row, Stack } from '../controls.tsx';
import { Dialog } from '../dialog.tsx';
import { problemAt } from '../refusal.tsx';
import { Failure } from '../states.tsx';

type NameDialogProps = {
  title: string;
  /** The label of the button that sends the name. */
  action: string;
  /** The name before. */
  before: string;
  change: { send: (name: string) => void; isPending: boolean; error: unknown };
  onClose: () => void;
};

/** A dialog for the name of a view. */
export function NameDialog({ title, action, before, change, onClose }: NameDialogProps) {
  const [name, setName] = useState(before);
  const input = useRef<HTMLInputElement>(null);
  const problem = problemAt(change.error, '/name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.send(name);
  };
  return (
    <Dialog title={title} onClose={onClose} firstFocus={input}>
      <form onSubmit={submit}>
        <Stack>
          <Field label="Name" problem={problem}>
            <input
              ref={input}
              required
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          {change.error !== null && problem === undefined && <Failure error={change.error} />}
          <Row>
            <Button type="submit" kind="primary" disabled={change.isPending}>
              {action}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
