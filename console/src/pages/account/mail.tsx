import { useQuery } from '@tanstack/react-query';
import type { MailDigest } from '@tradepost/sdk';
import { type FormEvent, useState } from 'react';
import { tradepost } from '../../api.ts';
import { useOrganizations } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useOnce } from '../../ui/change.ts';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { Checkbox, Select } from '../../ui/inputs.tsx';
import { Failure } from '../../ui/states.tsx';

/** The user's mail settings in each organization that the user can read. */
export function MailSettings() {
  const { data } = useOrganizations();
  const readable = data?.filter(({ permissions }) =>
    (permissions as string[] | undefined)?.includes('organization:read'),
  );
  if (!readable?.length) return null;
  return (
    <Card id="mail" title="Mail">
      {readable.map(({ id, name }) => (
        <OrganizationMail key={id} orgId={id} name={name ?? id} />
      ))}
    </Card>
  );
}

type Settings = { skipOwnActions: boolean; digest: MailDigest };

function OrganizationMail({ orgId, name }: { orgId: string; name: string }) {
  const { data, error } = useQuery({
    queryKey: ['me', 'mail', orgId],
    queryFn: ({ signal }) => tradepost.in(orgId).members.getMyMailSettings({ signal }),
  });
  return (
    <>
      <h3>{name}</h3>
      {error && <Failure error={error} />}
      {data && <SettingsForm key={JSON.stringify(data)} orgId={orgId} before={data} />}
    </>
  );
}

const digests: readonly { value: MailDigest; label: string }[] = [
  { value: 'NONE', label: 'Immediately, one mail for each notification' },
  { value: 'HOURLY', label: 'Once an hour, as a digest' },
  { value: 'DAILY', label: 'Once a day, as a digest' },
];

function SettingsForm({ orgId, before }: { orgId: string; before: Settings }) {
  const [settings, setSettings] = useState(before);
  const change = useOnce(['me', 'mail', orgId], () =>
    tradepost.in(orgId).members.updateMyMailSettings(settings),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.send();
  };
  const isUnchanged = settings.digest === before.digest && settings.skipOwnActions === before.skipOwnActions;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Field label="Notifications by mail" help="The daily digest is sent at 06:00 UTC.">
          <Select
            value={settings.digest}
            options={digests}
            onChange={(digest) => setSettings({ ...settings, digest: digest as MailDigest })}
          />
        </Field>
        <Checkbox
          label="No mail about my own actions"
          checked={settings.skipOwnActions}
          onChange={(skipOwnActions) => setSettings({ ...settings, skipOwnActions })}
        />
        {change.error && <Failure error={change.error} />}
        <Row>
          <Button type="submit" disabled={change.isPending || isUnchanged}>
            Save mail settings
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
