import { identifierPattern, isIdentifier, longestIdentifier } from '../ids.ts';
import type { Route } from './route.ts';

const longestExternalId = 200;

/** Answers how a parameter of a path is written: its pattern, where it has one, and its length. */
export const formOfParameter = (route: Route, name: string): { pattern?: RegExp; longest: number } =>
  route.externalIds?.includes(name)
    ? { longest: longestExternalId }
    : { pattern: identifierPattern, longest: longestIdentifier };

/** Says whether a parameter of a path, decoded, may name something. */
export const namesSomething = (route: Route, name: string, value: string): boolean =>
  route.externalIds?.includes(name)
    ? value.length <= longestExternalId && !/^\.{0,2}$|\p{Cc}/u.test(value)
    : isIdentifier(value);
