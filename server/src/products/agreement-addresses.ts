import { createFieldMask } from '../platform/secrets/masked-address.ts';

/** The mask for the addresses of license agreements and terms, which may contain secrets such as tokens. */
export const agreementAddresses = createFieldMask('\\w*[eE]ulaUrls?|\\w*[sS]asUrls?|Url', [
  ['externalLink', 'uri'],
  ['terms_of_service', 'custom_link'],
]);
