import styles from './status.module.css';

const kinds: readonly [RegExp, 'good' | 'bad' | 'waiting'][] = [
  [/FAILED|ABNORMAL|SUSPENDED|UNPAID|NOT_VERIFIED/, 'bad'],
  [/^(ACTIVE|ACCEPTED|USED|SUCCESS|VERIFIED|PUBLISHED|PAID)$/, 'good'],
  [/PENDING|DRAFT|INVITED|CREATING|WAIT/, 'waiting'],
];

/** A state of the API in lower case. An unknown state is shown unchanged. */
export function Status({ of }: { of: string | null | undefined }) {
  if (!of) return <>–</>;
  const kind = kinds.find(([pattern]) => pattern.test(of))?.[1] ?? 'quiet';
  return <span className={`${styles.status} ${styles[kind]}`}>{inWords(of)}</span>;
}

/** Splits a compound name, such as `retryOffer` or `EndOfTerm`, into words. */
export const splitWords = (name: string): string => inWords(name.replaceAll(/(?<=[a-z])([A-Z])/g, '_$1'));

export const inWords = (state: string): string => {
  const text = state.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};
