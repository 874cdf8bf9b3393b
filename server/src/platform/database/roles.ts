/**
 * The two database roles of the service. Roles belong to the whole cluster, so each installation in a cluster has its
 * own roles.
 */
export type DatabaseRoles = Readonly<{ app: string; system: string }>;

export const usualRoles: DatabaseRoles = { app: 'tradepost_app', system: 'tradepost_system' };

/** Replaces the default role names in the text of a migration. */
export const withRoles = (sql: string, roles: DatabaseRoles): string =>
  sql.replaceAll(/\btradepost_(app|system)\b/g, (_, which: 'app' | 'system') => roles[which]);
