import { useQuery } from '@tanstack/react-query';
import { isStatus, tradepost } from '../../api.ts';
import { getIntegrationSetup } from '../../generated/integrations.ts';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { readKey } from '../../ui/resource/read.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import type { Integration } from './actions.ts';

type Props = { orgId: string; partner: string; service: string };

/** The setup at a marketplace: the values to enter there, with buttons to copy them, and the steps. */
function Setup({ orgId, partner, service }: Props) {
  const { data, error } = useQuery({
    queryKey: readKey(orgId, getIntegrationSetup, { partner, service }),
    queryFn: ({ signal }) => tradepost.in(orgId).integrations.getSetup(partner, service, { signal }),
  });
  if (isStatus(error, 404)) return <p className="text-quiet">This service has no setup steps.</p>;
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <dl className="grid gap-3">
        {data.values?.map(({ name = '', value = '', description }) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            <dt className="font-medium">{name}</dt>
            <dd>
              <CopyId of={value} label={name} />
              {description && <p className="text-sm text-quiet">{description}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <Markdown of={data.steps ?? ''} />
    </div>
  );
}

/** The setup of an integration. */
export const IntegrationSetup = ({ orgId, record }: { orgId: string; record: Integration }) => (
  <Card title="Setup">
    <Setup orgId={orgId} partner={record.partner ?? ''} service={record.service ?? ''} />
  </Card>
);

/** The setup before the integration exists, in the form that creates it. */
export const SetupPreview = ({ orgId }: { orgId: string }) => (
  <details>
    <summary className="py-1 font-medium">Setup at the marketplace</summary>
    <Setup orgId={orgId} partner="MKA" service="MARKETPLACE" />
  </details>
);
