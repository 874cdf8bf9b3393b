// The main entry of the package loads the names of all countries in every language; only codes are needed.
import countries from 'i18n-iso-countries/index.js';

const alpha2 = new Set(Object.keys(countries.getAlpha2Codes()));

/** Says whether a text is an ISO 3166-1 alpha-2 code, in any letter case: one letter may become two in another case. */
export const isCountry = (code: string): boolean => code.length === 2 && alpha2.has(code.toUpperCase());
