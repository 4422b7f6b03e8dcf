import { decodeText } from '../../../../src/lib/encoding/decode-text.ts'

const entryHead = 0x02014b50
const endHead = 0x06054b50
const endBytes = 22
const mostEntries = 50
const mostUnpackedBytes = 20_000_000

/** Returns the text of a file, or of all lists in a zip, as services export them. */
export async function textOfList(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isZip(bytes)) return asNamed(file instanceof File ? file.name : '', decodeText(bytes))
  const texts: string[] = []
  let left = mostUnpackedBytes
  for (const { name, packed, isDeflated } of entriesOf(bytes)) {
    if (!/\.(?:csv|txt|tsv)$/i.test(name) || left <= 0) continue
    const unpacked = isDeflated ? await inflate(packed, left) : packed.slice(0, left)
    left -= unpacked.length
    texts.push(asNamed(name, decodeText(unpacked)))
  }
  return texts.join('\n')
}

const isOver = /(?:^|[_\-/ ])(?:un|non)subscribed|(?:^|[_\-/ ])(?:cleaned|bounced|suppress)/i

/** Those whose file is named so never agreed, or ended it; its columns need not say so. */
function asNamed(name: string, text: string): string {
  if (!isOver.test(name)) return text
  const addresses = text.split(/[\s,;|"'<>]+/).filter((word) => word.includes('@'))
  return addresses.map((each) => `${each},unsubscribed`).join('\n')
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

type Entry = { name: string; packed: Uint8Array<ArrayBuffer>; isDeflated: boolean }

/** Reads the list of contents at the end; what contradicts it has no entries. */
function entriesOf(bytes: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (at: number, length: number) => at >= 0 && at + length <= bytes.length
  let end = bytes.length - endBytes
  while (end >= 0 && view.getUint32(end, true) !== endHead) end -= 1
  if (end < 0) return []
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  while (entries.length < mostEntries && has(at, 46) && view.getUint32(at, true) === entryHead) {
    const [size, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)]
    const local = view.getUint32(at + 42, true)
    if (!has(at + 46, nameLength) || !has(local, 30)) break
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    if (!has(begin, size)) break
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      packed: bytes.slice(begin, begin + size),
      isDeflated: view.getUint16(at + 10, true) === 8,
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

async function inflate(packed: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || length >= mostBytes) break
    pieces.push(value)
    length += value.length
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
