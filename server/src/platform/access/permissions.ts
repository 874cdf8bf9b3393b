/** The name of a permission that an operation asks for, `<noun>:<verb>`: slices name them, and roles allow them. */
export type Permission = `${string}:${string}`;

/** The permissions that somebody has. */
export type Permissions = Pick<ReadonlySet<string>, 'has'>;

/** Says whether a permission changes something, which a suspended organization does not. */
export const changes = (permission: Permission): boolean => !permission.endsWith(':read');
