/**
 * A value in the vendor’s interface: a kind, a record or a choice by name. `[]` marks a list, `[1..25]` a list of
 * limited length, `{}` a map, `(1..50)` a text of limited length, and `!` a required member.
 */
export type Shape = string;
export type Members = Readonly<Record<string, Shape>>;

export type OperationFacts = {
  method: string;
  /** Path below the base address; `{name:kind}` is a parameter. */
  path: string;
  query: Members;
  /** The vendor’s own headers. */
  headers: Members;
  body?: Shape;
  /** The published statuses, each with the shape of its body; an empty text if the body is not published. */
  answers: Readonly<Record<string, Shape>>;
  /** Headers of a response, by status. */
  answerHeaders?: Readonly<Record<string, Members>>;
};

/** Facts of an interface, in the form in which `createModel` checks requests and responses. */
export type Facts = {
  records: Readonly<Record<string, Members>>;
  choices: Readonly<Record<string, readonly string[]>>;
  operations: Readonly<Record<string, OperationFacts>>;
};
