import type { Calls } from '../calls.ts';
import { rates } from '../calls.ts';
import { hasCode, refusal } from '../errors.ts';
import { pathOf } from '../hosts.ts';

/** A report in the seller's bucket. `generation` identifies the content: a corrected report has a new one. */
export type ReportFile = { name: string; generation: string; size: number };
/** GONE: the object was deleted or replaced. COMPRESSED: the store cannot return a part of it. */
export type ReadFailure = 'GONE' | 'COMPRESSED';

type StoredObject = {
  name?: string;
  generation?: string;
  size?: string;
  retentionExpirationTime?: string;
};
type ObjectList = { items?: StoredObject[]; nextPageToken?: string };

export const reportRights = { list: 'storage.objects.list', get: 'storage.objects.get' } as const;

const largestPage = 1000;
/** The published name of a monthly report: the first day of its month, and its title. */
const reportName = /(?:^|\/)(\d{4})(\d\d)(\d\d)[ _]charges[ _]and[ _]usage(?:\.csv)?$/i;

/** Returns the first day of a report's month; undefined for another object. */
export function dayOfReport(name: string): string | undefined {
  const [, year, month, day] = reportName.exec(name) ?? [];
  if (year === undefined) return undefined;
  const text = `${year}-${month}-${day}`;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? text : undefined;
}

export type Reports = {
  /** Lists the reports, oldest month first; undefined if the number of objects exceeds the limit. */
  list(mostObjects: number): Promise<ReportFile[] | undefined>;
  /** Reads the first report, if one exists, as a test of access. `isRetained`: it cannot be replaced yet. */
  sample(): Promise<{ isRetained: boolean } | undefined>;
  /** Reads a part of a report. */
  read(file: ReportFile, from: number, length: number): Promise<Buffer | ReadFailure>;
};

/** Creates the functions that read the seller's reports; undefined without a configured bucket. */
export function createReports({ settings, call }: Calls, now: () => Date): Reports | undefined {
  const { reports } = settings();
  if (!reports) return undefined;
  const { bucket, prefix } = reports;
  const place = pathOf('storage', 'v1', 'b', bucket, 'o');

  const page = (pageToken?: string): Promise<ObjectList> =>
    call<ObjectList>({
      service: 'storage',
      method: 'GET',
      path: place,
      query: { prefix: prefix || undefined, maxResults: String(largestPage), pageToken },
      rate: rates.storage,
      right: reportRights.list,
    }).catch((error: unknown) => {
      throw hasCode(error, 'HTTP_404') ? noBucket() : error;
    });

  async function read({ name, generation, size }: ReportFile, from: number, length: number) {
    if (from >= size) return Buffer.alloc(0);
    try {
      const { bytes, isPart } = await call<{ bytes: Buffer; isPart: boolean }>({
        service: 'storage',
        method: 'GET',
        path: `${place}${pathOf(name)}`,
        query: { alt: 'media', generation },
        range: [from, Math.min(size, from + length) - 1],
        rate: rates.storage,
        right: reportRights.get,
      });
      return isPart ? bytes : 'COMPRESSED';
    } catch (error) {
      if (hasCode(error, 'HTTP_404') || hasCode(error, 'HTTP_416')) return 'GONE';
      throw error;
    }
  }

  return {
    list: async (mostObjects) => {
      const found: ReportFile[] = [];
      let [seen, token]: [number, string | undefined] = [0, undefined];
      do {
        const { items = [], nextPageToken }: ObjectList = await page(token);
        found.push(...items.flatMap(reportOf));
        seen += items.length;
        if (seen > mostObjects) return undefined;
        token = nextPageToken;
      } while (token);
      const dayOf = ({ name }: ReportFile) => `${dayOfReport(name)} ${name}`;
      return found.sort((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
    },
    sample: async () => {
      const { items = [] } = await page();
      const one = items.find((item) => reportOf(item).length > 0);
      const [file] = one ? reportOf(one) : [];
      if (!one || !file) return undefined;
      await read(file, 0, 1);
      return { isRetained: Date.parse(one.retentionExpirationTime ?? '') > now().getTime() };
    },
    read,
  };
}

const noBucket = () => refusal('NO_BUCKET', 'The bucket does not exist. Check reportBucket.');

function reportOf({ name = '', generation = '', size }: StoredObject): ReportFile[] {
  const isReport = dayOfReport(name) !== undefined && /^\d{1,20}$/.test(generation);
  return isReport ? [{ name, generation, size: Number(size) || 0 }] : [];
}
