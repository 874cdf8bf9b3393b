/** What an operation asks for, `<noun>:<verb>`: slices name them, and roles allow them. */
export type Permission = `${string}:${string}`;

/** What somebody may do. */
export type Permissions = Pick<ReadonlySet<string>, 'has'>;

/** True for permissions that change something, which a suspended organization does not. */
export const changes = (permission: Permission): boolean => !permission.endsWith(':read');
