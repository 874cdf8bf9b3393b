import type { WebhookDescription } from './webhooks.ts';

/** The texts of the OpenAPI document for one part of the API, except texts of its operations. */
export type ApiPart = {
  /** The operation groups in the order in which a new user needs them, each with its purpose. */
  groups?: Readonly<Record<string, string>>;
  /** Descriptions of path parameters, by name. */
  parameters?: Readonly<Record<string, string>>;
  /** Prefixes of identifiers, by record type in lower case. */
  identifiers?: Readonly<Record<string, string>>;
};

/** The texts of the OpenAPI document for the API as a whole. */
export type ApiDescription = {
  /** The purpose of the service. */
  about: string;
  /** The description of an installation. */
  server: string;
  /** The parts of the API in the order of use. */
  parts: readonly ApiPart[];
  /** The path shown in the examples of errors. */
  pathOfProblem: string;
  /** The events that are sent to webhooks. */
  webhooks: readonly WebhookDescription[];
};

/** Empty description, for an API without texts. */
export const undescribed: ApiDescription = {
  about: '',
  server: '',
  parts: [],
  pathOfProblem: '/',
  webhooks: [],
};

/** Merges the texts of one kind from all parts of the API. */
export const saidOf = (
  { parts }: Pick<ApiDescription, 'parts'>,
  kind: keyof ApiPart,
): Readonly<Record<string, string>> => Object.assign({}, ...parts.map((part) => part[kind]));
