import { LosslessNumber, parse, stringify } from 'lossless-json';
import type { Exact } from '../../entitlements/index.ts';

/** A number as JSON shows it, with every digit. */
export const exactNumber = (value: Exact): LosslessNumber => new LosslessNumber(value.toFixed());

/** Prints what has exact numbers in it; what is undefined is left out. */
export const printExact = (value: unknown): string => stringify(value) ?? 'null';

/** Reads JSON, digit by digit. */
export const parseExact = <T>(text: string): T => parse(text) as T;
