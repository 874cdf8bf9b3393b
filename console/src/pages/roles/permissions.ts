import { inWords, spoken } from '../../ui/status.tsx';

/** What roles may allow of something: `offers:read` is Read, of Offers. */
export type PermissionGroup = {
  of: string;
  permissions: readonly { id: string; words: string }[];
};

/** Everybody who has a role may see the organization: the service adds it to each. */
export const always = 'organization:read';

/** Permissions by what they are of, in the order in which they come. */
export function groupsOf(permissions: readonly string[]): PermissionGroup[] {
  const groups = new Map<string, { id: string; words: string }[]>();
  for (const id of permissions) {
    const [noun = '', ...rest] = id.split(':');
    const group = groups.get(noun) ?? [];
    groups.set(noun, [...group, { id, words: inWords(rest.join(' ')) }]);
  }
  return [...groups].map(([noun, of]) => ({ of: spoken(noun), permissions: of }));
}

/** The same permissions, whatever their order. */
export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((permission) => other.includes(permission));
