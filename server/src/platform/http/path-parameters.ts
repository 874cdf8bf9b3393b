import { identifierPattern, isIdentifier, longestIdentifier } from '../ids.ts';

const longestExternalId = 200;
const isExternal = (name: string): boolean => name.endsWith('ExternalId');

/** Returns the format of a path parameter: its pattern, if it has one, and its maximum length. */
export const formOfParameter = (name: string): { pattern?: RegExp; longest: number } =>
  isExternal(name)
    ? { longest: longestExternalId }
    : { pattern: identifierPattern, longest: longestIdentifier };

/** Returns whether a decoded path parameter is a possible identifier. */
export const namesSomething = (name: string, value: string): boolean =>
  isExternal(name)
    ? value.length <= longestExternalId && !/^\.{0,2}$|\p{Cc}/u.test(value)
    : isIdentifier(value);
