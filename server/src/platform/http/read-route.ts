import type { z } from 'zod';
import type { OrgScope } from '../access/scope.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { AppError, ErrorDefinition } from '../errors.ts';
import type { PathParameters, RouteDefinition } from './route.ts';
import { RawJson, type Route, route } from './route.ts';

/** Creates the error for a record that does not exist. */
export type CreateNotFound = (() => AppError) & { definition: ErrorDefinition };

type ReadDefinition<Path extends string> = Omit<
  RouteDefinition<z.ZodObject, z.ZodType, Path>,
  'method' | 'errors' | 'run'
> & {
  /** Builds the statement that finds the record by the path parameters. */
  select: (scope: OrgScope, params: PathParameters<Path>) => Statement;
  notFound: CreateNotFound;
  /** Returns whether the caller may see the record; by default every record is visible. */
  shows?: (row: Row) => boolean;
  encode: (row: Row) => string;
};

/** Declares the route that returns the JSON of a record found by the path parameters, or 404. */
export const readRoute = <Path extends string>({
  select,
  notFound,
  shows = () => true,
  encode,
  ...definition
}: ReadDefinition<Path>): Route =>
  route<z.ZodObject, z.ZodType, Path>({
    ...definition,
    method: 'GET',
    errors: [notFound.definition],
    run: {
      kind: 'batch',
      batch: (scope, { params }) => ({
        statements: [select(scope, params)],
        respond: ([rows]) => {
          const row = rows?.[0];
          if (!row || !shows(row)) throw notFound();
          return { body: new RawJson(encode(row)) };
        },
      }),
    },
  });
