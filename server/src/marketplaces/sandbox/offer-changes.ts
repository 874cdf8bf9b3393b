import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { type Change, completedChange } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { OfferChange, OfferSpec } from '../specifications.ts';
import { capabilitiesOf } from './capabilities.ts';
import { notifyJob } from './jobs.ts';
import { requireAccepted } from './judgement.ts';
import { isAuthorization } from './partners.ts';
import { cancellable, cancellableAuthorization, extendable, type SandboxOfferState } from './states.ts';
import { lockOffer, type SandboxOffer, type SandboxSpec, setOfferSpec, setOfferState } from './store.ts';

type Port = Pick<MarketplaceAdapter, 'updateOffer' | 'extendOffer' | 'cancelOffer'>;
type PortDeps = {
  inside: <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;
  partner: MarketplacePartner;
  wake: () => void;
};

/** Creates the adapter operations that change existing offers. */
export function createOfferChangePort({ inside, partner, wake }: PortDeps): Port {
  /** Changes the offer and sends a notification if a value differs. */
  const change = async (
    externalId: string,
    work: (scope: OrgTransaction, offer: SandboxOffer) => Promise<boolean>,
  ): Promise<Change> => {
    await inside(async (scope) => {
      const offer = await lockOffer(scope, externalId);
      if (offer?.partner !== partner)
        throw refusal('RESOURCE_NOT_FOUND', 'The marketplace has no such offer.');
      if ((JSON.parse(offer.spec) as SandboxSpec).madeBy)
        throw refusal(
          'ACCESS_DENIED',
          'The offer was created by another party. Only that party can change it.',
        );
      if (!(await work(scope, offer))) return;
      const notice = { partner, kind: 'OFFER', externalId, noticeId: scope.newId('msg') } as const;
      await scope.query(enqueue(scope, notifyJob, notice));
    });
    wake();
    return completedChange(externalId);
  };
  const respecify = async (scope: OrgTransaction, offer: SandboxOffer, wanted: OfferChange) => {
    const spec = applyChange(JSON.parse(offer.spec), wanted);
    await setOfferSpec(scope, offer.id, await requireAccepted(scope, partner, spec));
    return true;
  };
  return {
    updateOffer: (externalId, wanted) =>
      change(externalId, (scope, offer) => {
        refuseUnlessIn(offer, ['PUBLISHED']);
        for (const name of namesOf(wanted))
          if (!isUpdatable(capabilitiesOf(partner).updatable, name))
            throw refusal(
              'NOT_UPDATABLE',
              `The marketplace does not allow changes to ${name} of an offer that is published.`,
            );
        return respecify(scope, offer, wanted);
      }),
    extendOffer: (externalId, expireTime, _key, again) =>
      change(externalId, (scope, offer) => {
        const { extend, extendsExpired } = capabilitiesOf(partner);
        const hasExpired = Date.parse(JSON.parse(offer.spec).expireTime ?? '') <= scope.now.getTime();
        if (!extend && !(extendsExpired && hasExpired))
          throw refusal(
            'NOT_EXTENDABLE',
            'The marketplace does not allow a later expiry of a published offer.',
          );
        refuseUnlessIn(offer, extendable);
        return respecify(scope, offer, { expireTime, ...(again ? { info: again.info } : {}) });
      }),
    cancelOffer: (externalId) =>
      change(externalId, async (scope, offer) => {
        if (offer.state === 'CANCELLED') return false;
        refuseUnlessIn(
          offer,
          isAuthorization(JSON.parse(offer.spec)) ? cancellableAuthorization : cancellable,
        );
        await setOfferState(scope, offer.id, 'CANCELLED');
        return true;
      }),
  };
}

const refusal = (code: string, readable: string) => new MarketplaceError(code, { kind: 'refused', readable });

function refuseUnlessIn(offer: SandboxOffer, states: readonly SandboxOfferState[]): void {
  if (states.includes(offer.state)) return;
  // Publication is asynchronous; the call is retried until it completes.
  if (offer.state === 'PUBLISHING') throw new MarketplaceError('OFFER_NOT_READY', { kind: 'unreachable' });
  throw refusal(
    `OFFER_${offer.state}`,
    `The offer’s state at the marketplace does not allow this change. State: ${offer.state}.`,
  );
}

const namesOf = ({ info, ...fields }: OfferChange): string[] => [
  ...Object.keys(fields),
  ...Object.keys(info ?? {}).map((name) => `info.${name}`),
];

const isUpdatable = (updatable: readonly string[], name: string): boolean =>
  updatable.includes(name) || (name.startsWith('info.') && updatable.includes('info.*'));

function applyChange(spec: OfferSpec, { info, ...fields }: OfferChange): OfferSpec {
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? undefined]));
  return { ...spec, ...given, info: { ...spec.info, ...info } };
}
