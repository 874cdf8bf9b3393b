import { wrongChoices } from '../../products/index.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { Report } from './draft.ts';

/** Refuses other units of time and types than there are: the one would make an open term, the other drop seats (R42). */
export function checkChoices(commits: readonly CommitDimension[], pointer: string, report: Report): void {
  for (const { at, message } of wrongChoices(commits)) report.refuseUnlessKept(`${pointer}/${at}`, message);
}
