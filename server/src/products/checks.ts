import { isDirect, isMarketplace, marketplaceCodes } from '../marketplaces/index.ts';
import type { Finding } from '../platform/errors.ts';
import { rateProblem } from '../platform/money-and-time/coins.ts';
import { wrongChoices } from './commit-choices.ts';
import { wrongPeriods } from './included-periods.ts';
import type { CommitDimension, ProductInfo, WorkloadMetaInfo, WorkloadProduct } from './records/index.ts';

const longestNote = 1000;
const longestUrl = 2000;

/** Findings for the invalid fields of a product; each finding has the field's pointer. */
export function productFindings(body: WorkloadProduct, stored: ProductInfo = {}): Finding[] {
  const findings: Finding[] = [];
  const refuse = (pointer: string, message: string) => void findings.push({ pointer, message });
  if (!isDirect(body.partner) && !isMarketplace(body.partner))
    refuse(
      '/partner',
      `must be a marketplace (${marketplaceCodes}), or PAYA, PAYB or absent for direct sales`,
    );
  const urlProblem = body.fulfillmentUrl && fulfillmentUrlProblem(body.fulfillmentUrl);
  if (urlProblem) refuse('/fulfillmentUrl', urlProblem);
  return [
    ...findings,
    ...priceFindings(body.info ?? {}, '/info'),
    ...choiceFindings(body.info?.commits, stored.commits),
    ...digitFindings(body.info ?? {}, stored),
    ...metaInfoFindings(body.metaInfo ?? {}, '/metaInfo'),
  ];
}

/**
 * Findings for unknown units and types of commits. Unchanged stored values are accepted, because they may come
 * from a listing (R42).
 */
const choiceFindings = (commits: readonly CommitDimension[] = [], stored: readonly CommitDimension[] = []) =>
  wrongChoices(commits)
    .filter(({ index, name }) => commits[index]?.[name] !== stored[index]?.[name])
    .map(({ at, message }) => ({ pointer: `/info/commits/${at}`, message }));

/**
 * Findings for rates with too many decimals and for unknown periods. Unchanged stored values are accepted
 * (R42).
 */
function digitFindings(info: ProductInfo, stored: ProductInfo): Finding[] {
  const rates = (name: 'commits' | 'dimensions') =>
    (info[name] ?? []).map(({ rate }, index) => ({
      at: `/${name}/${index}/rate`,
      message: rate === stored[name]?.[index]?.rate ? undefined : rateProblem(rate),
    }));
  const kept = wrongPeriods(stored.dimensions ?? []).map(({ at }) => at);
  const periods = wrongPeriods(info.dimensions ?? [])
    .filter(({ at }) => !kept.includes(at))
    .map(({ at, message }) => ({ at: `/dimensions/${at}`, message }));
  return [...rates('commits'), ...rates('dimensions'), ...periods].flatMap(({ at, message }) =>
    message ? [{ pointer: `/info${at}`, message }] : [],
  );
}

/**
 * Findings for invalid list prices.
 * @param pointer where the prices are in the body
 */
export function priceFindings(
  { commits = [], dimensions = [] }: Pick<ProductInfo, 'commits' | 'dimensions'>,
  pointer: string,
): Finding[] {
  const findings: Finding[] = [];
  const refuse = (place: string, message: string) =>
    void findings.push({ pointer: `${pointer}${place}`, message });
  for (const [index, commit] of commits.entries()) checkCommit(commit, `/commits/${index}`, refuse);
  for (const [index, { rate }] of dimensions.entries())
    if ((rate ?? 0) < 0) refuse(`/dimensions/${index}/rate`, 'must not be negative');
  return findings;
}

/**
 * Findings for an invalid meta info.
 * @param pointer where the meta info is in the body
 */
export function metaInfoFindings(metaInfo: WorkloadMetaInfo, pointer: string): Finding[] {
  const findings: Finding[] = [];
  const { discount, internalNote } = metaInfo;
  // The limit is in characters, whereas `length` counts UTF-16 units (R32).
  if (Array.from(internalNote ?? '').length > longestNote)
    findings.push({
      pointer: `${pointer}/internalNote`,
      message: `must have at most ${longestNote} characters`,
    });
  if (discount !== undefined && discount !== null && (discount < 0 || discount > 100))
    findings.push({ pointer: `${pointer}/discount`, message: 'must be a percentage from 0 to 100' });
  return findings;
}

/** Returns the reason why an address cannot be used as a sign-up page; undefined for a valid address. */
function fulfillmentUrlProblem(text: string): string | undefined {
  if (text.length > longestUrl) return `must have at most ${longestUrl} characters`;
  // URL parsers skip these characters, but an HTTP header must not contain them.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces, line breaks or control characters';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  return username || password ? 'must not contain a user name or password' : undefined;
}

function checkCommit(
  commit: CommitDimension,
  pointer: string,
  refuse: (pointer: string, message: string) => void,
): void {
  for (const name of ['rate', 'quantity', 'length', 'minimumUsers', 'maximumUsers'] as const)
    if ((commit[name] ?? 0) < 0) refuse(`${pointer}/${name}`, 'must not be negative');
  // A maximum of 0 means no maximum.
  if (commit.maximumUsers && (commit.minimumUsers ?? 0) > commit.maximumUsers)
    refuse(`${pointer}/minimumUsers`, 'must not be more than maximumUsers');
}
