import { agreementDocuments, isSet, type Report } from '../../marketplaces/index.ts';
import { agreementAddresses } from '../../products/index.ts';
import type { OfferInfo } from '../records.ts';
import type { Check } from './draft.ts';

/**
 * Checks license agreements: a CUSTOM agreement requires a document, and only a CUSTOM agreement has additional
 * documents and an order (R28).
 */
export const checkEula: Check = ({ info }, report) => {
  checkAddresses(info, report);
  if (info.eulaType === 'CUSTOM' && ![...ownDocuments(info), ...agreementDocuments(info)].some(isSet))
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
 * Rejects addresses with masked secrets that cannot be restored, because the body belongs to another offer or to a
 * draft that has changed since.
 */
export const checkMaskedAddresses: Check = ({ info, metaInfo }, report) => {
  for (const { pointer, message } of agreementAddresses.findings({ info, metaInfo }))
    report.refuse(pointer, message);
};

const lacksDocument = (type: string, additional: string): string =>
  `is required when ${type} is CUSTOM, unless ${additional} is set: the id of a file, or an address`;

const ownDocuments = (info: OfferInfo) => [info.eulaUrl, info.additionalEulaUrls, info.attachEulaType];
const resellerDocuments = (info: OfferInfo) => [
  info.resellerEulaUrl,
  info.additionalResellerEulaUrls,
  info.resellerAttachEulaType,
];

/**
 * Rejects addresses other than web addresses: buyers open them, and a browser could run a script or open a local
 * file.
 */
function checkAddresses(info: OfferInfo, report: Report): void {
  const addresses = [
    ...(['eulaUrl', 'resellerEulaUrl'] as const).map((name) => [`/info/${name}`, info[name]]),
    ...(['additionalEulaUrls', 'additionalResellerEulaUrls'] as const).flatMap((name) =>
      (info[name] ?? []).map((url, index) => [`/info/${name}/${index}`, url]),
    ),
  ];
  for (const [pointer, url] of addresses)
    if (URL.canParse(url ?? '') && !['https:', 'http:'].includes(new URL(url as string).protocol))
      report.refuse(pointer as string, 'must be the id of a file or an https:// address');
}

/** Checks the merge order: 0 is attachEulaType, 1 is eulaUrl, and 2 and above are the additional documents. */
function checkOrder(order: readonly number[], additional: number, report: Report): void {
  for (const [position, index] of order.entries()) {
    const pointer = `/info/eulaMergeOrder/${position}`;
    if (index < 0 || index > additional + 1)
      report.refuse(pointer, `must be the index of a document, from 0 to ${additional + 1}`);
    else if (order.indexOf(index) < position) report.refuse(pointer, 'must not repeat an index');
  }
}
