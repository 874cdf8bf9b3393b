import { agreementAddresses } from '../../products/index.ts';
import type { OfferInfo } from '../records.ts';
import { type Check, isSet, type Report } from './draft.ts';

/** Additional documents and their order go with a CUSTOM agreement only, which consists of some document (R28). */
export const checkEula: Check = ({ info }, report) => {
  checkAddresses(info, report);
  if (info.eulaType === 'CUSTOM' && ![...ownDocuments(info), ...marketplaceDocuments(info)].some(isSet))
    report.refuse('/info/eulaUrl', lacksDocument('eulaType', 'additionalEulaUrls'));
  if (info.resellerEulaType === 'CUSTOM' && !resellerDocuments(info).some(isSet))
    report.refuse('/info/resellerEulaUrl', lacksDocument('resellerEulaType', 'additionalResellerEulaUrls'));
  if (info.eulaType !== 'CUSTOM')
    for (const name of ['additionalEulaUrls', 'eulaMergeOrder'] as const)
      if (isSet(info[name])) report.refuse(`/info/${name}`, 'is for eulaType CUSTOM only');
  if (info.resellerEulaType !== 'CUSTOM' && isSet(info.additionalResellerEulaUrls))
    report.refuse('/info/additionalResellerEulaUrls', 'is for resellerEulaType CUSTOM only');
  if (info.eulaType === 'CUSTOM')
    checkOrder(info.eulaMergeOrder ?? [], info.additionalEulaUrls?.length ?? 0, report);
};

/**
 * Refuses addresses with stars for secrets, where no stored secret can be put back: the body was read of another offer,
 * or of a draft that has changed since.
 */
export const checkMaskedAddresses: Check = ({ info, metaInfo }, report) => {
  for (const { pointer, message } of agreementAddresses.findings({ info, metaInfo }))
    report.refuse(pointer, message);
};

const lacksDocument = (type: string, additional: string): string =>
  `is required when ${type} is CUSTOM: the id of a file, or an address; or ${additional}`;

const ownDocuments = (info: OfferInfo) => [info.eulaUrl, info.additionalEulaUrls, info.attachEulaType];
const resellerDocuments = (info: OfferInfo) => [
  info.resellerEulaUrl,
  info.additionalResellerEulaUrls,
  info.resellerAttachEulaType,
];

/** Marketplaces B and C have documents in records of their own. */
const marketplaceDocuments = ({ mkBPrivateOffer, mkCPrivateOffer }: OfferInfo) => [
  mkBPrivateOffer?.termsAndConditionsDocSasUrl,
  mkBPrivateOffer?.termsAndConditionsDocs,
  mkCPrivateOffer?.agreementDocuments?.eulaAgreementDocument,
];

/** A buyer opens these: what is no document on the web would be run, or read from the buyer's own machine. */
function checkAddresses(info: OfferInfo, report: Report): void {
  const addresses = [
    ...(['eulaUrl', 'resellerEulaUrl'] as const).map((name) => [`/info/${name}`, info[name]]),
    ...(['additionalEulaUrls', 'additionalResellerEulaUrls'] as const).flatMap((name) =>
      (info[name] ?? []).map((url, index) => [`/info/${name}/${index}`, url]),
    ),
  ];
  for (const [pointer, url] of addresses)
    if (URL.canParse(url ?? '') && !['https:', 'http:'].includes(new URL(url as string).protocol))
      report.refuse(pointer as string, 'must be the id of a file, or an address that begins with https://');
}

/** Indexes: 0 is attachEulaType, 1 eulaUrl, from 2 the additional documents. */
function checkOrder(order: readonly number[], additional: number, report: Report): void {
  for (const [position, index] of order.entries()) {
    const pointer = `/info/eulaMergeOrder/${position}`;
    if (index < 0 || index > additional + 1)
      report.refuse(pointer, `names no document: the last is ${additional + 1}`);
    else if (order.indexOf(index) < position) report.refuse(pointer, 'names a document that is named before');
  }
}
