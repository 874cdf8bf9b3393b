import { useNavigate } from '@tanstack/react-router';
import type { WithId, WorkloadOffer } from '@tradepost/sdk';
import { FlaskConical } from 'lucide-react';
import { tradepost } from '../../api.ts';
import { keys, useNow, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions.tsx';
import { useChange } from '../../ui/change.ts';
import { Button, LinkButton } from '../../ui/controls.tsx';
import { CopyLinkButton } from '../../ui/copy-link.tsx';
import { AvailableMenu } from '../../ui/operation/available-menu.tsx';
import { Failure } from '../../ui/states.tsx';
import { extendedBy } from './extension.ts';
import { offerOperations } from './operations.tsx';

type Props = { orgId: string; offer: WithId<WorkloadOffer> };

/** The actions on an offer. */
export function OfferActions({ orgId, offer }: Props) {
  const { id, status, expireTime } = offer;
  const navigate = useNavigate();
  const now = useNow(orgId);
  const api = tradepost.in(orgId).offers;
  const listed = {
    queryKey: [...keys.one(orgId, 'offers', id), 'actions', status],
    read: (signal: AbortSignal) => api.listActions(id, { signal }),
  };
  const change = () => navigate({ to: paths.newOffer, params: { orgId }, search: { offer: id } });
  return (
    <Actions
      orgId={orgId}
      {...listed}
      known={{
        synchronize: { words: 'Synchronize with the marketplace', run: () => api.synchronize(id) },
        retry: { words: 'Retry', run: () => api.retry(id), isMain: true },
        submitForApproval: { words: 'Request approval', run: () => api.submitForApproval(id), isMain: true },
        approve: { words: 'Approve', run: () => api.approve(id), isMain: true },
        extend: {
          words: 'Extend by 30 days',
          run: () =>
            api.extendExpiryDate(id, { newExpiryDate: extendedBy(30, expireTime, now ?? new Date()) }),
        },
        clone: {
          words: 'Clone',
          run: async () => {
            const copy = await api.clone(id);
            await navigate({ to: paths.newOffer, params: { orgId }, search: { offer: copy.id } });
          },
        },
        ...(status === 'DRAFT' ? {} : { update: { words: 'Change', run: change, isMain: true } }),
        cancel: {
          words: 'Cancel offer',
          run: () => api.cancel(id),
          question:
            'The buyer can no longer accept the offer. This cannot be undone; you can create a new offer.',
        },
        delete: {
          words: 'Delete offer',
          run: async () => {
            await api.delete(id);
            await navigate({ to: paths.offers, params: { orgId } });
          },
          question: 'The offer disappears from all lists. This cannot be undone.',
        },
      }}
      menu={(before, after) => (
        <AvailableMenu
          orgId={orgId}
          row={offer}
          params={{ offerId: id }}
          actions={offerOperations}
          before={before}
          after={after}
          {...listed}
        />
      )}
    >
      {status === 'DRAFT' && <ContinueDraft orgId={orgId} offerId={id} />}
      <AcceptAsBuyer orgId={orgId} offerId={id} status={status} />
      {status === 'PENDING_ACCEPTANCE' && offer.info?.privateOfferUrl && (
        <CopyLinkButton to={offer.info.privateOfferUrl} kind="primary" />
      )}
    </Actions>
  );
}

/** The link to the form of a draft, for members who may edit it. */
function ContinueDraft({ orgId, offerId }: { orgId: string; offerId: string }) {
  const { missingPermission } = useOrganization(orgId);
  if (missingPermission('offers:write') !== undefined) return null;
  return (
    <LinkButton to={paths.newOffer} params={{ orgId }} search={{ offer: offerId }} kind="primary">
      Continue the draft
    </LinkButton>
  );
}

/** The buyer's actions, in a TEST organization. */
function AcceptAsBuyer({
  orgId,
  offerId,
  status,
}: {
  orgId: string;
  offerId: string;
  status?: string | undefined;
}) {
  const { organization, missingPermission } = useOrganization(orgId);
  const acceptance = useChange(orgId, () => tradepost.in(orgId).sandbox.acceptOffer(offerId));
  if (organization?.environment !== 'TEST') return null;
  const notNow =
    status === 'PENDING_ACCEPTANCE'
      ? undefined
      : `Buyers accept PENDING_ACCEPTANCE offers only; this one is ${status}.`;
  return (
    <>
      <Button
        icon={FlaskConical}
        reason={missingPermission('sandbox:write') ?? notNow}
        disabled={acceptance.isPending}
        onClick={() => acceptance.send()}
      >
        Accept as buyer
      </Button>
      {acceptance.error && <Failure error={acceptance.error} />}
    </>
  );
}
