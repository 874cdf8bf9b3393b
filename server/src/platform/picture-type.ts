/** The accepted formats, by their first bytes in hex. SVG is not accepted, because an SVG can contain scripts. */
const formats: readonly [type: string, start: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
];

/** Returns the type of a picture by its first bytes, whatever its source says; undefined for any other content. */
export const pictureType = (content: Buffer): string | undefined => {
  const start = content.subarray(0, 12).toString('hex');
  return formats.find(([, pattern]) => pattern.test(start))?.[0];
};
