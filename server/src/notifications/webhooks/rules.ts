import type { Finding } from '../../platform/errors.ts';
import { type AddressRules, addressProblem } from '../../platform/outside/address-guard.ts';
import { maskProblem } from '../../platform/secrets/masked-address.ts';

/** The values of an event to which filters apply. */
export type FilterValues = {
  notificationScope: string;
  entityId: string;
  productId: string | undefined;
  partner: string | undefined;
};

/** The filters of an endpoint; an empty list matches every event. */
export type Choice = {
  scopes: readonly string[];
  productIds: readonly string[];
  partners: readonly string[];
  entityIds: readonly string[];
};

const isChosen = (list: readonly string[], value: string | undefined, otherwise: boolean): boolean =>
  list.length === 0 || (value === undefined ? otherwise : list.includes(value));

/**
 * Returns whether an event matches an endpoint's filters. An event without a product matches every product filter, as
 * in R51.
 */
export const takes = (choice: Choice, event: FilterValues): boolean =>
  isChosen(choice.scopes, event.notificationScope, false) &&
  isChosen(choice.productIds, event.productId, true) &&
  isChosen(choice.partners, event.partner, false) &&
  isChosen(choice.entityIds, event.entityId, false);

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Matches printable ASCII only, so that a value cannot inject a second header. */
const headerValue = /^[\x20-\x7e]*$/;
/** Matches headers that are reserved for the connection or for this service. */
const refusedHeaders =
  /^(connection|content-.*|cookie|date|expect|forwarded|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|webhook-.*|x-forwarded-.*|x-tradepost-.*)$/;
const mostHeaders = 20;

export const headerPointer = (name: string): string =>
  `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function headerProblem(name: string, value: string): string | undefined {
  if (!headerName.test(name)) return 'is not a valid header name';
  if (refusedHeaders.test(name.toLowerCase())) return 'is reserved for the service or the connection';
  return headerValue.test(value) ? undefined : 'must contain only printable ASCII characters';
}

export function checkHeaders(headers: Readonly<Record<string, string>>): Finding[] {
  const names = Object.keys(headers);
  const lower = names.map((name) => name.toLowerCase());
  const findings = Object.entries(headers).flatMap(([name, value]) => {
    const message = headerProblem(name, value);
    return message ? [{ pointer: headerPointer(name), message }] : [];
  });
  for (const [index, name] of names.entries())
    if (lower.indexOf(name.toLowerCase()) < index)
      findings.push({ pointer: headerPointer(name), message: 'is a duplicate: header names ignore case' });
  if (names.length > mostHeaders)
    findings.push({ pointer: '/headers', message: `must have at most ${mostHeaders} headers` });
  return findings;
}

/** Validates the URL of an endpoint. Returns the reason if the URL is not allowed. */
export function checkUrl(url: string | undefined, rules: AddressRules): Finding[] {
  const message = url === undefined ? 'is required' : (maskProblem(url) ?? addressProblem(url, rules));
  return message ? [{ pointer: '/url', message }] : [];
}
