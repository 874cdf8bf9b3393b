import type { z } from 'zod';
import type { OrgScope } from '../access/scope.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { AppError, ErrorDefinition } from '../errors.ts';
import type { PathParameters, RouteDefinition } from './route.ts';
import { RawJson, type Route, route } from './route.ts';

/** The error of a record that is not there. */
export type Missing = (() => AppError) & { definition: ErrorDefinition };

type ReadDefinition<Path extends string> = Omit<
  RouteDefinition<z.ZodObject, z.ZodType, Path>,
  'method' | 'errors' | 'run'
> & {
  /** Finds the record by what the path names. */
  select: (scope: OrgScope, params: PathParameters<Path>) => Statement;
  missing: Missing;
  /** Whether a record that was found is to be seen; absent where each is. */
  shows?: (row: Row) => boolean;
  encode: (row: Row) => string;
};

/** Declares the reading of one record: it is found by what the path names, and answered as JSON, or a 404. */
export const readRoute = <Path extends string>({
  select,
  missing,
  shows = () => true,
  encode,
  ...definition
}: ReadDefinition<Path>): Route =>
  route<z.ZodObject, z.ZodType, Path>({
    ...definition,
    method: 'GET',
    errors: [missing.definition],
    run: {
      kind: 'batch',
      batch: (scope, { params }) => ({
        statements: [select(scope, params)],
        respond: ([rows]) => {
          const row = rows?.[0];
          if (!row || !shows(row)) throw missing();
          return { body: new RawJson(encode(row)) };
        },
      }),
    },
  });
