import { type OutsideFetch, OutsideRefused } from '../../../platform/outside/outside-fetch.ts';
import { isSet } from '../../rules/checks.ts';
import { refusal, toNetworkError } from '../errors.ts';
import type { InfoOfC } from '../rules/terms.ts';
import type { OfferDocument } from './records.ts';

/** Largest document of an offer, in bytes. */
const largestDocument = 4 * 1024 * 1024;
/** Types of agreements for which the marketplace's standard agreement is used. */
const standardTypes = ['SCMP', 'STANDARD'];
const standard: OfferDocument = { documentType: 'STANDARD_END_USER_LICENSE_AGREEMENT_V2' };

const refuse = (field: string, words: string) => refusal('INVALID_ARGUMENT', `${field}: ${words}`);

/**
 * Returns the license agreement of an offer. The marketplace stores the content of a custom agreement, so the document
 * is downloaded.
 * @throws MarketplaceError
 */
export async function documentOf(info: InfoOfC, fetch: OutsideFetch): Promise<OfferDocument> {
  if (isSet(info.mkCSowAgreementDocument))
    throw refuse(
      'info.mkCSowAgreementDocument',
      'Statements of work cannot be sent to the marketplace. Create the offer in the marketplace’s portal.',
    );
  const { eulaType, eulaUrl } = info;
  const given = info.mkCPrivateOffer?.agreementDocuments?.eulaAgreementDocument;
  if (standardTypes.includes(eulaType ?? '')) return standard;
  const address = eulaUrl || given?.externalLink?.uri;
  if (eulaType && eulaType !== 'CUSTOM')
    throw refuse(
      'info.eulaType',
      'The marketplace has only its standard agreement (SCMP) and CUSTOM documents.',
    );
  if (address) return download(address, fetch);
  if (/STANDARD/.test(given?.documentType ?? '')) return standard;
  throw refuse(
    'info.eulaUrl',
    'The offer needs the address of its license agreement, a PDF of at most 4 MB.',
  );
}

async function download(address: string, fetch: OutsideFetch): Promise<OfferDocument> {
  const wrong = (words: string) => refuse('info.eulaUrl', words);
  if (!URL.canParse(address)) throw wrong('The license agreement must have an https address.');
  const response = await fetch(address, { method: 'GET', headers: { accept: 'application/pdf' } }).catch(
    (cause: unknown) => {
      if (cause instanceof OutsideRefused)
        throw wrong('The license agreement is too large, or its address is private.');
      throw toNetworkError(cause, 'reads', true);
    },
  );
  if (response.status >= 500) throw toNetworkError(new Error(`HTTP ${response.status}`), 'reads', true);
  if (response.status !== 200)
    throw wrong(`The license agreement cannot be downloaded: its address returns HTTP ${response.status}.`);
  const content = Buffer.from(await response.arrayBuffer());
  if (content.length > largestDocument)
    throw wrong('The license agreement exceeds the marketplace’s limit of 4 MB.');
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw wrong('The license agreement must be a PDF.');
  return {
    documentType: 'CUSTOM_END_USER_LICENSE_AGREEMENT',
    mimeType: 'application/pdf',
    inlineContent: content.toString('base64'),
  };
}
