import type { Finding } from '../../platform/errors.ts';
import { type AddressRules, addressProblem } from '../../platform/outside/address-guard.ts';
import { maskProblem } from '../../platform/secrets/masked-address.ts';

/** The facts of an event by which an endpoint chooses it. */
export type Choosable = {
  notificationScope: string;
  entityId: string;
  productId: string | undefined;
  partner: string | undefined;
};

/** The choices of an endpoint; an empty list chooses everything. */
export type Choice = {
  scopes: readonly string[];
  productIds: readonly string[];
  partners: readonly string[];
  entityIds: readonly string[];
};

const isChosen = (list: readonly string[], value: string | undefined, otherwise: boolean): boolean =>
  list.length === 0 || (value === undefined ? otherwise : list.includes(value));

/** Says whether an endpoint takes an event. What is about no product passes a choice of products, as it does in R51. */
export const takes = (choice: Choice, event: Choosable): boolean =>
  isChosen(choice.scopes, event.notificationScope, false) &&
  isChosen(choice.productIds, event.productId, true) &&
  isChosen(choice.partners, event.partner, false) &&
  isChosen(choice.entityIds, event.entityId, false);

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Printable, so that no value ends its line and begins another header. */
const headerValue = /^[\x20-\x7e]*$/;
/** The headers that are the connection's, or the service's own. */
const refusedHeaders =
  /^(connection|content-.*|cookie|date|expect|forwarded|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|webhook-.*|x-forwarded-.*|x-tradepost-.*)$/;
const mostHeaders = 20;

export const headerPointer = (name: string): string =>
  `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function headerProblem(name: string, value: string): string | undefined {
  if (!headerName.test(name)) return 'is not the name of a header';
  if (refusedHeaders.test(name.toLowerCase())) return 'is a header of the service or of the connection';
  return headerValue.test(value) ? undefined : 'must be of printable ASCII characters';
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
      findings.push({ pointer: headerPointer(name), message: 'is there twice, in other letter case' });
  if (names.length > mostHeaders)
    findings.push({ pointer: '/headers', message: `must be ${mostHeaders} at most` });
  return findings;
}

/** Finds why the address cannot be an endpoint's. */
export function checkUrl(url: string | undefined, rules: AddressRules): Finding[] {
  const message = url === undefined ? 'is required' : (maskProblem(url) ?? addressProblem(url, rules));
  return message ? [{ pointer: '/url', message }] : [];
}
