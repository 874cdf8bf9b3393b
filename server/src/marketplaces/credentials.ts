import type { JsonObject } from './specifications.ts';

/** The settings of an integration, secrets in the clear. */
export type IntegrationSettings = { info: JsonObject; credentials: JsonObject };
export type CredentialsVerdict = {
  verified: boolean;
  /** Why not, for people. */
  message?: string;
  /** What was tried, one by one. */
  checks?: readonly CredentialsCheck[] | undefined;
  /** The seller's account at the marketplace, as the marketplace names it. */
  account?: string | undefined;
  /** When a secret ends, where the marketplace says so. RFC 3339. */
  secretEndTime?: string | undefined;
};
export type CredentialsCheck = {
  /** In lower camel case, such as `assumeRole`. */
  name: string;
  passed: boolean;
  /** What to do about it, for people, where it did not pass. */
  message?: string | undefined;
};

/** What was tried at a marketplace, and what came of it. Not passed: it was refused, or is not as it is expected to be. */
export type Check = { name: string; passed: boolean; message: string };
