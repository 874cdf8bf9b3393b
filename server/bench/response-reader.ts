/**
 * Reads HTTP/1.1 responses that arrive one at a time and have a Content-Length, like the responses of both compared
 * sides.
 */
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
    if (!length) throw new Error(`a response without Content-Length:\n${head}`);
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
    if (missing < 0) throw new Error('received more bytes than Content-Length announced');
    if (missing > 0) return;
    const beginning = start as Buffer;
    start = undefined;
    onResponse(status, () => beginning.toString('utf8').slice(0, 2000));
  };
}
