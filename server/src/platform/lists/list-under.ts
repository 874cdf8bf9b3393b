import type { z } from 'zod';
import type { OrgScope } from '../access/scope.ts';
import type { TableName } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import type { CreateNotFound } from '../http/read-route.ts';
import {
  type PathParameters,
  type Route,
  type RouteDefinition,
  type RouteRequest,
  route,
} from '../http/route.ts';
import { type List, listBatch } from './list-answer.ts';
import type { PageParameters } from './pagination.ts';

type ListDefinition<T extends TableName, QS extends z.ZodObject, Path extends string> = Omit<
  RouteDefinition<QS, z.ZodType, Path>,
  'method' | 'errors' | 'run'
> & {
  query: QS;
  /** The parent record of the list. It is read first; if it does not exist, `missing` is thrown. */
  parent: { select: (scope: OrgScope, params: PathParameters<Path>) => Statement; missing: CreateNotFound };
  list: (scope: OrgScope, request: RouteRequest<z.output<QS>, unknown, PathParameters<Path>>) => List<T>;
};

/** Declares the route that lists the child records of the record in the path; 404 if that record does not exist. */
export const listUnderRoute = <
  T extends TableName,
  QS extends z.ZodObject<z.ZodRawShape> & z.ZodType<PageParameters>,
  Path extends string,
>({
  parent: { select, missing },
  list,
  ...definition
}: ListDefinition<T, QS, Path>): Route =>
  route<QS, z.ZodType, Path>({
    ...definition,
    method: 'GET',
    errors: [missing.definition],
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          ...list(scope, request),
          under: { statement: select(scope, request.params), missing },
        }),
    },
  });
