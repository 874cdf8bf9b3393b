import type { OfferSpec } from '../../specifications.ts';
import type { Details } from './changes.ts';
import { type OfferTerms, termsOf } from './offer-terms.ts';
import type { Report } from './report.ts';

/** Documents that the marketplace attaches by itself, by the types of ours. Of a right to resell it takes no version. */
const standard: Readonly<Record<'offer' | 'authorization' | 'reseller', Readonly<Record<string, Details>>>> =
  {
    offer: { SCMP: { Type: 'StandardEula', Version: '2022-07-14' } },
    authorization: { SCMP: { Type: 'StandardEula' }, ECMP: { Type: 'EnterpriseEula' } },
    reseller: {
      RCMP: { Type: 'StandardResellerContract' },
      STANDARD: { Type: 'StandardResellerContract' },
    },
  };

/** The document of a legal term with the buyer, where the offer says which. */
export function eulaOf(
  { eulaType, eulaUrl }: OfferTerms,
  report: Report,
  of: 'offer' | 'authorization' = 'offer',
): Details | undefined {
  const attached = standard[of][eulaType ?? ''];
  if (attached) return attached;
  if (eulaUrl) return { Type: 'CustomEula', Url: eulaUrl };
  if (!eulaType || eulaType === 'CURRENT') return undefined;
  report.refuse(
    'INVALID_LEGAL_DOCUMENTS',
    '/info/eulaUrl',
    `The marketplace attaches only ${Object.keys(standard[of]).join(' and ')} by itself: for ${eulaType} give the address of the document.`,
  );
  return undefined;
}

/** The document of a legal term with the reseller, where the offer says which. */
export const contractOf = ({ resellerEulaType, resellerEulaUrl }: OfferTerms): Details | undefined =>
  standard.reseller[resellerEulaType ?? ''] ??
  (resellerEulaUrl ? { Type: 'CustomResellerContract', Url: resellerEulaUrl } : undefined);

/** The addresses of the documents that the seller brings along, by the names of their fields. */
export function ownDocuments(spec: Pick<OfferSpec, 'info' | 'offerType'>): {
  eulaUrl?: string;
  resellerEulaUrl?: string;
} {
  const { eulaType, eulaUrl, resellerEulaType, resellerEulaUrl } = termsOf(spec);
  const isAuthorization = spec.offerType === 'CPPO_OUT';
  const attached = standard[isAuthorization ? 'authorization' : 'offer'][eulaType ?? ''];
  return {
    ...(eulaUrl && !attached ? { eulaUrl } : {}),
    ...(resellerEulaUrl && isAuthorization && !standard.reseller[resellerEulaType ?? '']
      ? { resellerEulaUrl }
      : {}),
  };
}
