import { tradepost } from '../../api.ts';
import type { Operation, OperationInput } from './operation.ts';

type AnyMethod = (...values: unknown[]) => Promise<unknown>;

/** Calls an operation by its description. */
export function callOperation(
  orgId: string,
  operation: Operation,
  { params = {}, body, query = {}, ifMatch, signal }: OperationInput = {},
): Promise<unknown> {
  const groups = tradepost.in(orgId) as unknown as Record<string, Record<string, AnyMethod>>;
  const method = groups[operation.group]?.[operation.method];
  if (!method) throw new Error(`The SDK has no operation ${operation.id}.`);
  return method(
    ...operation.params.map((name) => params[name]),
    ...(operation.body ? [body] : []),
    ...(operation.query ? [query] : []),
    { ...(ifMatch === undefined ? {} : { ifMatch }), ...(signal ? { signal } : {}) },
  );
}
