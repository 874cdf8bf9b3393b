import { Plus, Settings } from 'lucide-react';
import { useState } from 'react';
import { here } from '../../paths.ts';
import { Card } from '../card.tsx';
import { Button, Field, IconButton, LinkButton, Row, Stack } from '../controls.tsx';
import { ConfirmDialog, Dialog } from '../dialog.tsx';
import { Toolbar } from '../filters.tsx';
import { Checkbox, Input, Select, Switch } from '../inputs.tsx';
import { Menu } from '../menu.tsx';
import { toast } from '../toast.tsx';

const kinds = [undefined, 'primary', 'danger', 'quiet'] as const;

export function Controls() {
  const [isOn, setOn] = useState(true);
  const [value, setValue] = useState('one');
  return (
    <>
      <Card title="Buttons">
        {kinds.map((kind) => (
          <Row key={kind ?? 'plain'}>
            <Button {...(kind ? { kind } : {})} icon={Plus}>
              {kind ?? 'plain'}
            </Button>
            <Button {...(kind ? { kind } : {})} disabled>
              disabled
            </Button>
            <Button {...(kind ? { kind } : {})} reason="Your role lacks a permission.">
              with a reason
            </Button>
          </Row>
        ))}
        <Row>
          <IconButton icon={Settings} label="Settings" />
          <LinkButton to={here}>A link</LinkButton>
          <LinkButton to={here} kind="primary" icon={Plus}>
            A link to create
          </LinkButton>
        </Row>
      </Card>
      <Card title="Inputs" help="Help under the title">
        <Stack>
          <Field label="Name" help="Shown to the buyer.">
            <Input defaultValue="Team plan" />
          </Field>
          <Field label="Amount" problem="The amount is negative. Enter 0 or more.">
            <Input defaultValue="-1" />
          </Field>
          <Field label="Unavailable">
            <Input disabled />
          </Field>
          <Field label="Choice">
            <Select
              value={value}
              onChange={setValue}
              none="None"
              options={['one', { value: 'two', label: 'Two' }]}
            />
          </Field>
          <Checkbox label="Renews automatically" checked={isOn} onChange={setOn} />
          <Checkbox label="With a reason" checked={false} onChange={setOn} reason="Every role has it." />
          <Switch label="Takes effect immediately" checked={isOn} onChange={setOn} />
        </Stack>
      </Card>
    </>
  );
}

export function Overlays() {
  const [shown, setShown] = useState<'dialog' | 'drawer' | 'question'>();
  const close = () => setShown(undefined);
  return (
    <Card title="Popups">
      <Toolbar end={<Button onClick={() => toast('Role changed.')}>Toast</Button>}>
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('drawer')}>Drawer</Button>
        <Button onClick={() => setShown('question')}>Question</Button>
        <Menu
          trigger="Menu"
          className="rounded-md border border-line px-3 py-1"
          items={[
            { label: 'An action', icon: Plus },
            { label: 'A choice', checked: true },
            { label: 'Apart', isSeparated: true },
          ]}
        />
      </Toolbar>
      {shown === 'dialog' && (
        <Dialog title="Columns" onClose={close}>
          Content
        </Dialog>
      )}
      {shown === 'drawer' && (
        <Dialog kind="drawer" title="Navigation" onClose={close}>
          Content
        </Dialog>
      )}
      {shown === 'question' && (
        <ConfirmDialog
          title="Delete role?"
          action="Delete"
          isPending={false}
          onConfirm={close}
          onClose={close}
        >
          <p>This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
