/** Reads answers of HTTP/1.1 that come one at a time and say their length, as both sides of the comparison do. */
export function responseReader(
  onResponse: (status: number, sample: () => string) => void,
): (chunk: Buffer) => void {
  let start: Buffer | undefined;
  let missing = 0;
  let status = 0;

  const readHead = (bytes: Buffer): boolean => {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    if (!length) throw new Error(`an answer without Content-Length:\n${head}`);
    status = Number(head.slice(9, 12));
    missing = end + 4 + Number(length[1]) - bytes.length;
    return true;
  };

  return (chunk) => {
    if (missing > 0) missing -= chunk.length;
    else {
      start = start ? Buffer.concat([start, chunk]) : chunk;
      if (!readHead(start)) return;
    }
    if (missing < 0) throw new Error('more was answered than was asked for');
    if (missing > 0) return;
    const beginning = start as Buffer;
    start = undefined;
    onResponse(status, () => beginning.toString('utf8').slice(0, 2000));
  };
}
