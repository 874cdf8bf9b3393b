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

/** What the agreement service calls the reason, by the first member of the field; any other is OTHER. */
const reasons: Readonly<Record<string, string>> = {
  agreementId: 'INVALID_AGREEMENT_ID',
  catalog: 'INVALID_CATALOG',
  clientToken: 'INVALID_CLIENT_TOKEN',
  description: 'INVALID_DESCRIPTION',
  filters: 'INVALID_FILTERS',
  maxResults: 'INVALID_MAX_RESULTS',
  nextToken: 'INVALID_NEXT_TOKEN',
};

/** Each service has its own name for a request that its model forbids. */
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

/** Refuses a request that the published model of its service forbids, and notes that there was one. */
export function checkRequest({ service, operation }: Target, input: unknown): void {
  const known = services[service];
  const members = input instanceof URLSearchParams ? membersOf(input) : input;
  const [fault] = known?.requests[operation]?.(members, '') ?? [];
  if (!known || !fault) return;
  const words = `1 validation error detected: Value at '${fault.field}' failed to satisfy constraint: ${fault.message}`;
  noteViolation('mkA', operation, words);
  throw known.refuse(fault, words);
}

/** The members of a form, without those that every form has. */
const membersOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].filter(([name]) => name !== 'Action' && name !== 'Version'));
