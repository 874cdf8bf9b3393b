import { useQuery } from '@tanstack/react-query';
import type { IntegrationSetupValue } from '@tradepost/sdk';
import { TriangleAlert } from 'lucide-react';
import { isStatus, tradepost } from '../../api.ts';
import { getIntegrationSetup } from '../../generated/integrations.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy-id.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { readKey } from '../../ui/resource/read.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import type { Integration } from './actions.ts';
import { stepsOf } from './setup-steps.ts';

type Props = { orgId: string; partner: string; service: string };

/** The setup at a marketplace: the steps, each with the values to enter in it. */
function Setup({ orgId, partner, service }: Props) {
  const { data, error } = useQuery({
    queryKey: readKey(orgId, getIntegrationSetup, { partner, service }),
    queryFn: ({ signal }) => tradepost.in(orgId).integrations.getSetup(partner, service, { signal }),
  });
  if (isStatus(error, 404)) return <p className="text-quiet">This service has no setup steps.</p>;
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {stepsOf(data.steps ?? '', data.values ?? []).map(({ text, values }) => (
        <div key={text} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Markdown of={text} />
          {values.length > 0 && (
            <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 border-l-2 border-line pl-4">
              {values.map((value) => (
                <Value key={value.name} of={value} />
              ))}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

/** A value to enter at the marketplace. Only a complete value has a button to copy it. */
function Value({
  of: { name = '', label = name, value, description, problem },
}: {
  of: IntegrationSetupValue;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex min-h-6 items-center gap-1">
        <h4 className="font-medium">{label}</h4>
        {value && !problem && <CopyButton of={value} label={label} />}
      </div>
      {description && <p className="text-sm text-quiet">{description}</p>}
      {problem && (
        <p className="flex gap-1.5 text-sm text-warn">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      )}
      {value && <Code of={value} label={label} />}
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
