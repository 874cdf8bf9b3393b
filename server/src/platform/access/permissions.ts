/** A permission name, `<noun>:<verb>`. Each operation requires a permission, and each role includes permissions. */
export type Permission = `${string}:${string}`;

/** The permissions of an actor. */
export type Permissions = Pick<ReadonlySet<string>, 'has'>;

/** Returns whether a permission allows changes; a suspended organization allows reading only. */
export const changes = (permission: Permission): boolean => !permission.endsWith(':read');
