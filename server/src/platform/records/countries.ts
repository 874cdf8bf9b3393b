// The main entry of the package would load the country names of every language; only codes are needed.
import countries from 'i18n-iso-countries/index.js';

const alpha2 = new Set(Object.keys(countries.getAlpha2Codes()));

/**
 * Whether a text is an ISO 3166-1 alpha-2 code, in any letter case. The length is checked first, because a single
 * letter such as ß becomes two letters in upper case.
 */
export const isCountry = (code: string): boolean => code.length === 2 && alpha2.has(code.toUpperCase());
