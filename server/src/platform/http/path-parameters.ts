import { identifierPattern, isIdentifier, longestIdentifier } from '../ids.ts';
import type { Route } from './route.ts';

const longestExternalId = 200;

/** Returns the format of a path parameter: its pattern, if it has one, and its maximum length. */
export const formOfParameter = (route: Route, name: string): { pattern?: RegExp; longest: number } =>
  route.externalIds?.includes(name)
    ? { longest: longestExternalId }
    : { pattern: identifierPattern, longest: longestIdentifier };

/** Returns whether a decoded path parameter is a possible identifier. */
export const namesSomething = (route: Route, name: string, value: string): boolean =>
  route.externalIds?.includes(name)
    ? value.length <= longestExternalId && !/^\.{0,2}$|\p{Cc}/u.test(value)
    : isIdentifier(value);
