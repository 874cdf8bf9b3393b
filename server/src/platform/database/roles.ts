/**
 * The two roles that the program takes in the database. Roles belong to the whole cluster: two installations in one
 * cluster each have their own.
 */
export type DatabaseRoles = Readonly<{ app: string; system: string }>;

export const usualRoles: DatabaseRoles = { app: 'tradepost_app', system: 'tradepost_system' };

/** The text of a migration for these roles; migrations call them by their usual names. */
export const withRoles = (sql: string, roles: DatabaseRoles): string =>
  sql.replaceAll(/\btradepost_(app|system)\b/g, (_, which: 'app' | 'system') => roles[which]);
