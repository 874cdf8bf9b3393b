import type { OfferInfo, Patch, WorkloadOffer } from '@tradepost/sdk';

type Offer = Pick<WorkloadOffer, 'info' | 'metaInfo'>;

/** Agreements of marketplaces: documents of an offer's own come after one of these, and in no one's place. */
const standard: readonly (string | undefined)[] = ['SCMP', 'ECMP', 'RCMP'];

/** Where the first document is: the address of what several were merged into is not that of any of them. */
function firstOf({ info, metaInfo }: Offer): string | undefined {
  const original = metaInfo?.originalEulaInfo;
  const isMerged = info?.eulaUrl !== undefined && info.eulaUrl === original?.mergedEulaUrl;
  const first = isMerged ? original?.eulaUrl : info?.eulaUrl;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** The documents of the license agreement of an offer, as they were asked for: ids of files, or addresses. */
export function documentsOf(offer: Offer): string[] {
  return [firstOf(offer), ...(offer.info?.additionalEulaUrls ?? [])].filter((one) => one !== undefined);
}

/** What changes of an offer when a document is added to its license agreement, as the last one. */
export function withDocument(offer: Offer, document: string): Patch<OfferInfo> {
  const { eulaType, additionalEulaUrls = [] } = offer.info ?? {};
  const kept = standard.includes(eulaType) ? { attachEulaType: eulaType as 'SCMP' } : {};
  return firstOf(offer) === undefined
    ? { eulaType: 'CUSTOM', ...kept, eulaUrl: document }
    : { eulaType: 'CUSTOM', ...kept, additionalEulaUrls: [...additionalEulaUrls, document] };
}

/** What changes when one is taken away. Without any a standard agreement holds by itself, or none is chosen. */
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

/** The file of the service that a document is: by its id, or by a link to it. */
export const fileIdOf = (document: string): string | undefined =>
  /^(?:.*\/public\/file\/)?(fil_[0-9a-z]+)(?:$|\?)/.exec(document)?.[1];

/** How large a file is, as people read it. */
export function sizeInWords(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte'] as const;
  const at = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const format = { style: 'unit', unit: units[at], unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', format).format(bytes / 1000 ** at);
}
