import { z } from 'zod';
import type { Permission } from '../access/permissions.ts';
import type { OrgTransaction } from '../access/scope.ts';
import { AppError } from '../errors.ts';
import { codeText, flag, nullable, record, text } from '../records/fields.ts';
import type { Missing } from './read-route.ts';
import { type PathParameters, type Route, type RouteDefinition, route } from './route.ts';

const Action = record('Action', 'An operation on a record, and whether it is possible as the record is now', {
  name: codeText('What is done'),
  operationId: codeText('The operation that does it'),
  possible: flag(
    'Whether the operation would be done; what a body or a parameter says is judged when it comes',
  ),
  reason: nullable(text('Why it is not possible, as the operation would answer; null where it is possible')),
  permission: codeText('The permission that the operation asks for'),
  destructive: flag('Whether it ends or removes something, and is to be confirmed by a person'),
});
type Action = z.output<typeof Action>;

/** What may be done with a record of a kind. */
export type ActionDefinition<Row> = {
  name: string;
  operationId: string;
  destructive?: true;
  /**
   * What the operation itself requires of the record before it looks at its body; nothing is locked or written.
   * @throws AppError as the operation does
   */
  precondition: (scope: OrgTransaction, record: Row) => unknown;
};

type ActionsRoute<Row, Path extends string> = Pick<
  RouteDefinition<z.ZodObject, z.ZodType, Path>,
  'path' | 'operationId' | 'group' | 'summary' | 'access'
> & {
  actions: readonly ActionDefinition<Row>[];
  /** The routes of the operations: each action has the permission that its own asks for. */
  routes: readonly Route[];
  /** Reads the record, without a lock. */
  find: (scope: OrgTransaction, params: PathParameters<Path>) => Promise<Row | undefined>;
  missing: Missing;
};

/** Declares the list of what can be done with a record, by the preconditions of the operations themselves. */
export function actionsRoute<Row, Path extends string>({
  actions,
  routes,
  find,
  missing,
  ...definition
}: ActionsRoute<Row, Path>): Route {
  const permitted = actions.map((action) => ({ ...action, permission: permissionOf(routes, action) }));
  const [example] = permitted;
  return route<z.ZodObject, z.ZodType, Path>({
    ...definition,
    method: 'GET',
    description:
      'Each with the permission that it asks for, and where it is not possible the reason, as the operation would ' +
      'answer: the role of the caller, the state of the record, where it is. What a body or a parameter says, and quotas, are judged ' +
      'when it comes.',
    response: z.array(Action),
    responseExample: example && [shown(example, undefined)],
    responseDescription: 'The actions, in an order that stays',
    errors: [missing.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const found = await find(scope, params);
        if (!found) throw missing();
        const body = permitted.map(async (action) => shown(action, await refusalOf(scope, found, action)));
        return { body: await Promise.all(body) };
      },
    },
  });
}

type Permitted<Row> = ActionDefinition<Row> & { permission: Permission };

function permissionOf<Row>(routes: readonly Route[], { operationId }: ActionDefinition<Row>): Permission {
  const operation = routes.find((other) => other.operationId === operationId);
  if (!operation) throw new Error(`there is no operation ${operationId}`);
  return operation.access as Permission;
}

const shown = <Row>(
  { name, operationId, permission, destructive }: Permitted<Row>,
  refusal: AppError | undefined,
): Action => ({
  name,
  operationId,
  possible: refusal === undefined,
  reason: refusal?.message ?? null,
  permission,
  destructive: destructive === true,
});

async function refusalOf<Row>(
  scope: OrgTransaction,
  found: Row,
  { permission, precondition }: Permitted<Row>,
): Promise<AppError | undefined> {
  const refused = scope.refusalOf?.(permission);
  if (refused) return refused;
  try {
    await precondition(scope, found);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.definition.status < 500) return error;
    throw error;
  }
}
