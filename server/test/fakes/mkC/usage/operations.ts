import { noteViolation } from '../../violations.ts';
import type { Call, Operations } from '../calls.ts';
import { invalid, refusedFor } from '../errors.ts';
import type { Product, Records } from '../procurement/records.ts';
import { type ReportedOperation, readOperation, type Usage } from './usage.ts';

const mostBytes = 1024 * 1024;
/** Numbers of the codes that refusals of single operations have. */
const codes = { INVALID_ARGUMENT: 3, NOT_FOUND: 5, INTERNAL: 13 };

/** Creates the operations of the interface for usage. */
export function createUsageOperations({ usage, records }: { usage: Usage; records: Records }): Operations {
  const productOf = ({ caller, parameters: { service } }: Call): Product => {
    const found = records.products.find(
      ({ serviceName, providerId }) => serviceName === service && caller.providers.has(providerId),
    );
    if (found) return found;
    throw refusedFor(
      'PERMISSION_DENIED',
      'SERVICE_CONFIG_NOT_FOUND',
      `Permission denied on service ${service}.`,
    );
  };
  return {
    checkUsage: (call) => {
      const product = productOf(call);
      const { operation } = call.body as { operation?: ReportedOperation };
      requireNames('checkUsage', 'operation', operation);
      const one = usage.entitlementOf(product, operation?.consumerId);
      const code = !one
        ? 'CONSUMER_INVALID'
        : one.state === 'CANCELLED'
          ? 'SERVICE_NOT_ACTIVATED'
          : undefined;
      return {
        operationId: operation?.operationId,
        ...(code && { checkErrors: [{ code, subject: operation?.consumerId, detail: `Refused: ${code}` }] }),
      };
    },
    reportUsage: (call) => {
      const product = productOf(call);
      const { operations = [] } = call.body as { operations?: ReportedOperation[] };
      if (Buffer.byteLength(JSON.stringify(call.body)) > mostBytes)
        throw violation('reportUsage', 'operations', 'The request is larger than 1 MB.');
      for (const [index, operation] of operations.entries())
        requireNames('reportUsage', `operations[${index}]`, operation);
      const reportErrors = operations.flatMap((operation) => {
        const fault = usage.report(product, readOperation(operation));
        return fault
          ? [
              {
                operationId: operation.operationId,
                status: { code: codes[fault.code], message: fault.message },
              },
            ]
          : [];
      });
      return reportErrors.length > 0 ? { reportErrors } : {};
    },
  };
}

/** Refuses an operation without the members that the vendor requires of every operation. */
function requireNames(name: string, field: string, operation: ReportedOperation | undefined): void {
  for (const member of ['operationId', 'operationName', 'consumerId', 'startTime'] as const)
    if (!operation?.[member]) throw violation(name, `${field}.${member}`, 'Required');
}

function violation(operation: string, field: string, message: string) {
  noteViolation('mkC', operation, `${field}: ${message}`);
  return invalid(field, message);
}
