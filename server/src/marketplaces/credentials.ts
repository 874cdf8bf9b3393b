import type { JsonObject } from './specifications.ts';

/** The settings of an integration with its secrets in plain text. */
export type IntegrationSettings = { info: JsonObject; credentials: JsonObject };
export type CredentialsVerdict = {
  verified: boolean;
  /** Human-readable reason why the credentials are not verified. */
  message?: string;
  /**
   * The individual checks. If the credentials are verified, a failed check means that a feature lacks a
   * permission.
   */
  checks?: readonly CredentialsCheck[] | undefined;
  /** The seller's account id at the marketplace. */
  account?: string | undefined;
  /** Expiry time of a secret, if the marketplace reports the time. RFC 3339. */
  secretEndTime?: string | undefined;
};
export type CredentialsCheck = {
  /** The name of the check in lower camel case, such as `assumeRole`. */
  name: string;
  passed: boolean;
  /** For a failed check: the remedy. For a passed check: the optional part that is not configured. */
  message?: string | undefined;
};

/**
 * One check at a marketplace and its result. A check fails if the marketplace rejects the call or returns an
 * unexpected response.
 */
export type Check = { name: string; passed: boolean; message: string };
