import type { OfferInfo, Patch, WorkloadOffer } from '@tradepost/sdk';

type Offer = Pick<WorkloadOffer, 'info' | 'metaInfo'>;

/** The standard agreements of marketplaces, to which documents of the offer are added. */
const standard: readonly (string | undefined)[] = ['SCMP', 'ECMP', 'RCMP'];

/**
 * Returns the first document. After a merge, `eulaUrl` is the merged document, and `metaInfo` contains the first
 * document.
 */
function firstOf({ info, metaInfo }: Offer): string | undefined {
  const original = metaInfo?.originalEulaInfo;
  const isMerged = info?.eulaUrl !== undefined && info.eulaUrl === original?.mergedEulaUrl;
  const first = isMerged ? original?.eulaUrl : info?.eulaUrl;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Returns the requested documents of an offer's license agreement, as ids of files or URLs. */
export function documentsOf(offer: Offer): string[] {
  return [firstOf(offer), ...(offer.info?.additionalEulaUrls ?? [])].filter((one) => one !== undefined);
}

/** Returns the change to an offer that appends a document to its license agreement. */
export function withDocument(offer: Offer, document: string): Patch<OfferInfo> {
  const { eulaType, additionalEulaUrls = [] } = offer.info ?? {};
  const kept = standard.includes(eulaType) ? { attachEulaType: eulaType as 'SCMP' } : {};
  return firstOf(offer) === undefined
    ? { eulaType: 'CUSTOM', ...kept, eulaUrl: document }
    : { eulaType: 'CUSTOM', ...kept, additionalEulaUrls: [...additionalEulaUrls, document] };
}

/**
 * Returns the change to an offer that removes a document. Without documents, only the selected standard agreement
 * applies, if any.
 */
export function withoutDocument(offer: Offer, at: number): Patch<OfferInfo> {
  const [first, ...rest] = documentsOf(offer).filter((_, other) => other !== at);
  if (first !== undefined) return { eulaUrl: first, additionalEulaUrls: rest, eulaMergeOrder: null };
  const { attachEulaType = null } = offer.info ?? {};
  return {
    eulaType: attachEulaType,
    attachEulaType: null,
    eulaUrl: null,
    additionalEulaUrls: null,
    eulaMergeOrder: null,
  };
}

/** Returns the file id of a document that is specified as an id or a link. */
export const fileIdOf = (document: string): string | undefined =>
  /^(?:.*\/public\/file\/)?(fil_[0-9a-z]+)(?:$|\?)/.exec(document)?.[1];

/** Formats a file size. */
export function sizeInWords(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte'] as const;
  const at = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const format = { style: 'unit', unit: units[at], unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', format).format(bytes / 1000 ** at);
}
