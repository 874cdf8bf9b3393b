import type { WebhookDescription } from './webhooks.ts';

/** The texts of the document on a part of the API, beside its operations. */
export type ApiPart = {
  /** Groups of operations in the order in which somebody who begins needs them, and what each is for. */
  groups?: Readonly<Record<string, string>>;
  /** What parameters of paths mean, by name. */
  parameters?: Readonly<Record<string, string>>;
  /** The first letters of identifiers, by what they identify, in small letters. */
  identifiers?: Readonly<Record<string, string>>;
};

/** The texts of the document on the API as a whole. */
export type ApiDescription = {
  /** What the service is for. */
  about: string;
  /** What an installation is. */
  server: string;
  /** The parts, in the order of use. */
  parts: readonly ApiPart[];
  /** The path in the example of an error. */
  pathOfProblem: string;
  /** The events that are sent. */
  webhooks: readonly WebhookDescription[];
};

/** The description of an API of which nothing is said. */
export const undescribed: ApiDescription = {
  about: '',
  server: '',
  parts: [],
  pathOfProblem: '/',
  webhooks: [],
};

/** Gathers what all parts say of one kind of thing. */
export const saidOf = (
  { parts }: Pick<ApiDescription, 'parts'>,
  kind: keyof ApiPart,
): Readonly<Record<string, string>> => Object.assign({}, ...parts.map((part) => part[kind]));
