import type { OfferSpec } from '../../specifications.ts';
import type { Details } from './changes.ts';
import { type OfferTerms, termsOf } from './offer-terms.ts';
import type { Report } from './report.ts';

/**
 * Standard documents that the marketplace attaches, by document type of this service. Documents of a resale
 * authorization have no version.
 */
const standard: Readonly<Record<'offer' | 'authorization' | 'reseller', Readonly<Record<string, Details>>>> =
  {
    offer: { SCMP: { Type: 'StandardEula', Version: '2022-07-14' } },
    authorization: { SCMP: { Type: 'StandardEula' }, ECMP: { Type: 'EnterpriseEula' } },
    reseller: {
      RCMP: { Type: 'StandardResellerContract' },
      STANDARD: { Type: 'StandardResellerContract' },
    },
  };

/** Returns the document of the legal term with the buyer, if the offer has such a document. */
export function eulaOf(
  { eulaType, eulaUrl }: OfferTerms,
  report: Report,
  of: 'offer' | 'authorization' = 'offer',
): Details | undefined {
  const attached = standard[of][eulaType ?? ''];
  if (attached) return attached;
  if (eulaUrl) return { Type: 'CustomEula', Url: eulaUrl };
  if (!eulaType || eulaType === 'CURRENT') return undefined;
  // A custom agreement may only lack its document; a type of another marketplace is wrong.
  const tell = eulaType === 'CUSTOM' ? report.miss : report.refuse;
  tell(
    'INVALID_LEGAL_DOCUMENTS',
    '/info/eulaUrl',
    `The marketplace provides only ${Object.keys(standard[of]).join(' and ')}. For ${eulaType}, enter the address of the document.`,
  );
  return undefined;
}

/** Returns the document of the legal term with the reseller, if the offer has such a document. */
export const contractOf = ({ resellerEulaType, resellerEulaUrl }: OfferTerms): Details | undefined =>
  standard.reseller[resellerEulaType ?? ''] ??
  (resellerEulaUrl ? { Type: 'CustomResellerContract', Url: resellerEulaUrl } : undefined);

/** Returns the URLs of the seller's own documents, by field name. */
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
