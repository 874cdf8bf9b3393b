import { noteViolation } from '../../violations.ts';
import { invalid, ServiceError } from '../errors.ts';
import type { ServiceName, Target } from '../requests.ts';
import { agreementRequests } from './agreement.ts';
import { catalogRequests } from './catalog.ts';
import type { Check, Fault } from './checks.ts';
import { queueRequests, sessionRequests } from './platform.ts';
import { entitlementRequests, meteringRequests } from './usage.ts';

type Service = {
  requests: Readonly<Record<string, Check>>;
  refuse: (fault: Fault, words: string) => ServiceError;
};

/** Reason codes of the agreement service, by the first part of the field path; OTHER for any other field. */
const reasons: Readonly<Record<string, string>> = {
  agreementId: 'INVALID_AGREEMENT_ID',
  catalog: 'INVALID_CATALOG',
  clientToken: 'INVALID_CLIENT_TOKEN',
  description: 'INVALID_DESCRIPTION',
  filters: 'INVALID_FILTERS',
  maxResults: 'INVALID_MAX_RESULTS',
  nextToken: 'INVALID_NEXT_TOKEN',
};

/** The error with which each service reports a violation of its model. */
const services: Readonly<Partial<Record<ServiceName, Service>>> = {
  catalog: {
    requests: catalogRequests,
    refuse: ({ field, message }, words) =>
      invalid(422, words, {
        ValidationExceptionFieldList: [{ Reason: 'FieldValidationFailed', Field: field, Message: message }],
      }),
  },
  agreement: {
    requests: agreementRequests,
    refuse: ({ field, message }, words) =>
      invalid(400, words, {
        reason: reasons[/^\w+/.exec(field)?.[0] ?? ''] ?? 'OTHER',
        fields: [{ name: field, message }],
      }),
  },
  metering: { requests: meteringRequests, refuse: (_, words) => invalid(400, words) },
  entitlement: {
    requests: entitlementRequests,
    refuse: (_, words) => new ServiceError('InvalidParameterException', 400, words),
  },
  sqs: {
    requests: queueRequests,
    refuse: (_, words) => new ServiceError('InvalidParameterValue', 400, words),
  },
  sts: {
    requests: sessionRequests,
    refuse: (_, words) => new ServiceError('ValidationError', 400, words),
  },
};

/** Rejects a request that violates the published model of its service, and records the violation. */
export function checkRequest({ service, operation }: Target, input: unknown): void {
  const known = services[service];
  const members = input instanceof URLSearchParams ? membersOf(input) : input;
  const [fault] = known?.requests[operation]?.(members, '') ?? [];
  if (!known || !fault) return;
  const words = `1 validation error detected: Value at '${fault.field}' failed to satisfy constraint: ${fault.message}`;
  noteViolation('mkA', operation, words);
  throw known.refuse(fault, words);
}

/** Returns the members of a form, without the members that every form has. */
const membersOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].filter(([name]) => name !== 'Action' && name !== 'Version'));
