import { inWords, splitWords } from '../../ui/words.ts';

/** Returns the group and label of a permission: `offers:read` is Read, in the group Offers. */
export type PermissionGroup = {
  of: string;
  permissions: readonly { id: string; words: string }[];
};

/** The permission to read the organization, which the service adds to every role. */
export const always = 'organization:read';

/** Returns permissions by group, in their original order. */
export function groupsOf(permissions: readonly string[]): PermissionGroup[] {
  const groups = new Map<string, { id: string; words: string }[]>();
  for (const id of permissions) {
    const [noun = '', ...rest] = id.split(':');
    const group = groups.get(noun) ?? [];
    groups.set(noun, [...group, { id, words: inWords(rest.join(' ')) }]);
  }
  return [...groups].map(([noun, of]) => ({ of: splitWords(noun), permissions: of }));
}

/** Returns whether two lists have the same permissions in any order. */
export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((permission) => other.includes(permission));
