import { enqueue } from '../../platform/queue.ts';
import type { OrgTransaction } from '../../platform/scope.ts';
import type { OfferSpec } from '../adapter.ts';
import { findAgreementOfOffer, moveAgreement } from './agreement-store.ts';
import { notifyJob } from './jobs.ts';
import { findOffer } from './store.ts';

type Replacement = { isReplacementOffer?: boolean; replacedOfferResourceName?: string };

/** Only marketplace C has offers that replace others. */
export const isReplacement = (partner: string, { metaInfo }: OfferSpec): boolean =>
  partner === 'MKC' && (metaInfo as Replacement).isReplacementOffer === true;

/**
 * Ends the agreement of the offer that another replaces, now that the other's is in force (R26). The resource name
 * ends with the sandbox's id of the replaced offer; one that names nothing here is of no agreement of ours.
 */
export async function endReplaced(scope: OrgTransaction, sandboxOfferId: string): Promise<void> {
  const offer = await findOffer(scope, sandboxOfferId);
  const spec = offer && (JSON.parse(offer.spec) as OfferSpec);
  if (!spec || !isReplacement(offer.partner, spec)) return;
  const name = (spec.metaInfo as Replacement).replacedOfferResourceName;
  const replaced = name ? await findOffer(scope, name.split('/').at(-1) as string) : undefined;
  if (!replaced || replaced.partner !== offer.partner) return;
  const agreement = await findAgreementOfOffer(scope, replaced.id);
  const open = ['PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'] as const;
  if (!agreement || !(await moveAgreement(scope, agreement.id, open, 'CANCELLED'))) return;
  const subject = { kind: 'AGREEMENT', externalId: agreement.id } as const;
  const noticeId = scope.newId('msg');
  await scope.query(enqueue(scope, notifyJob, { partner: offer.partner, ...subject, noticeId }));
}
