import { z } from 'zod';
import type { Permission } from '../access/permissions.ts';
import type { OrgTransaction } from '../access/scope.ts';
import { AppError } from '../errors.ts';
import { codeText, flag, nullable, record, text } from '../records/fields.ts';
import type { CreateNotFound } from './read-route.ts';
import { type PathParameters, type Route, type RouteDefinition, route } from './route.ts';

const Action = record(
  'Action',
  'An operation on a record, and whether the current state of the record allows it',
  {
    name: codeText('Name of the action'),
    operationId: codeText('The operation that performs the action'),
    possible: flag(
      'Whether the operation is possible now; its parameters and body are validated when it is called',
    ),
    reason: nullable(
      text('The error detail that the operation would return; null if the operation is possible'),
    ),
    permission: codeText('The permission that the operation requires'),
    destructive: flag('Whether the operation ends or removes something, so that a user should confirm it'),
  },
);
type Action = z.output<typeof Action>;

/** The definition of an action on a record type. */
export type ActionDefinition<Row> = {
  name: string;
  operationId: string;
  destructive?: true;
  /**
   * The operation's record checks that precede the body checks. These checks are read-only and without locks.
   * @throws AppError, the error of the operation
   */
  precondition: (scope: OrgTransaction, record: Row) => unknown;
};

type ActionsRoute<Row, Path extends string> = Pick<
  RouteDefinition<z.ZodObject, z.ZodType, Path>,
  'path' | 'operationId' | 'group' | 'summary' | 'access'
> & {
  actions: readonly ActionDefinition<Row>[];
  /** The routes of the operations. The permission of each action comes from its route. */
  routes: readonly Route[];
  /** Reads the record without a lock. */
  find: (scope: OrgTransaction, params: PathParameters<Path>) => Promise<Row | undefined>;
  missing: CreateNotFound;
};

/** Declares the route that lists the actions on a record, based on the preconditions of the operations. */
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
      'Each action has the required permission and, if it is not possible, the reason that the operation ' +
      'would return: a missing permission or the state of the record. Parameters, bodies and quotas are checked ' +
      'only when the operation is called.',
    response: z.array(Action),
    responseExample: example && [toAction(example, undefined)],
    responseDescription: 'The actions, always in the same order',
    errors: [missing.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const found = await find(scope, params);
        if (!found) throw missing();
        const body = permitted.map(async (action) => toAction(action, await refusalOf(scope, found, action)));
        return { body: await Promise.all(body) };
      },
    },
  });
}

type PermittedAction<Row> = ActionDefinition<Row> & { permission: Permission };

function permissionOf<Row>(routes: readonly Route[], { operationId }: ActionDefinition<Row>): Permission {
  const operation = routes.find((other) => other.operationId === operationId);
  if (!operation) throw new Error(`unknown operation ${operationId}`);
  return operation.access as Permission;
}

const toAction = <Row>(
  { name, operationId, permission, destructive }: PermittedAction<Row>,
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
  { permission, precondition }: PermittedAction<Row>,
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
