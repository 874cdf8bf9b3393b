import { enqueue } from '../../platform/queue.ts';
import type { OrgTransaction } from '../../platform/scope.ts';
import type { OfferSpec } from '../adapter.ts';
import {
  type AgreementTerms,
  findAgreement,
  findAgreementOfOffer,
  moveAgreement,
  type SandboxAgreement,
  setAgreementTerms,
} from './agreement-store.ts';
import { notifyJob } from './jobs.ts';
import { findOffer } from './store.ts';

type Replacement = {
  isReplacementOffer?: boolean;
  replacedOfferResourceName?: string;
  replacedOfferEndTime?: string;
};

/** Only marketplace C has offers that replace others. */
export const isReplacement = (partner: string, { metaInfo }: OfferSpec): boolean =>
  partner === 'MKC' && (metaInfo as Replacement).isReplacementOffer === true;

/**
 * Ends the agreement of the offer that another replaces, now that the other's is in force (R26): at the time that the
 * other names, or at once. The resource name ends with the sandbox's id of the replaced offer; one that names nothing
 * here is of no agreement of ours.
 */
export async function endReplaced(scope: OrgTransaction, sandboxOfferId: string): Promise<void> {
  const offer = await findOffer(scope, sandboxOfferId);
  const spec = offer && (JSON.parse(offer.spec) as OfferSpec);
  if (!spec || !isReplacement(offer.partner, spec)) return;
  const { replacedOfferResourceName: name, replacedOfferEndTime } = spec.metaInfo as Replacement;
  const replaced = name ? await findOffer(scope, name.split('/').at(-1) as string) : undefined;
  if (!replaced || replaced.partner !== offer.partner) return;
  const found = await findAgreementOfOffer(scope, replaced.id);
  const agreement = found && (await findAgreement(scope, found.id, true));
  if (!agreement || agreement.state === 'CANCELLED') return;
  const end = new Date(replacedOfferEndTime ?? scope.now);
  if (end > scope.now) await endLater(scope, agreement, end);
  else await moveAgreement(scope, agreement.id, [agreement.state], 'CANCELLED');
  const subject = { kind: 'AGREEMENT', externalId: agreement.id } as const;
  const noticeId = scope.newId('msg');
  await scope.query(enqueue(scope, notifyJob, { partner: offer.partner, ...subject, noticeId }));
}

/** It is not renewed any more, and is not prolonged either. */
function endLater(scope: OrgTransaction, { id, terms }: SandboxAgreement, at: Date): Promise<void> {
  const agreed = JSON.parse(terms) as AgreementTerms;
  const isCut = agreed.endTime === undefined || Date.parse(agreed.endTime) > at.getTime();
  const cutAt = at.toISOString();
  const end = isCut ? { endTime: cutAt, cutAt } : {};
  return setAgreementTerms(scope, id, { ...agreed, ...end, autoRenew: false });
}
