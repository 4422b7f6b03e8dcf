import type { BitWriter } from './bit-writer.ts'

const MARK = [0x66, 0x4c, 0x61, 0x43]
const LAST_BLOCK = 0x80
const VORBIS_COMMENT = 4
const CHANNELS = 2

type StreamInfo = {
  readonly rate: number
  readonly block: number
  readonly total: number
  readonly depth: number
  readonly md5: Uint8Array
}

const writeBytes = (out: BitWriter, bytes: Iterable<number>) => {
  for (const byte of bytes) out.write(byte, 8)
}

/** The mark `fLaC` and the block that says what the stream is. */
export function writeStreamInfo(out: BitWriter, info: StreamInfo): void {
  writeBytes(out, MARK)
  out.write(0, 8)
  out.write(34, 24)
  out.write(info.block, 16)
  out.write(info.block, 16)
  out.write(0, 24)
  out.write(0, 24)
  out.write(info.rate, 20)
  out.write(CHANNELS - 1, 3)
  out.write(info.depth - 1, 5)
  out.write(0, 4)
  out.write(info.total, 32)
  writeBytes(out, info.md5)
}

function littleEndian(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]
}

/** The last metadata block: names and values, as players show them. */
export function writeComments(out: BitWriter, comments: Readonly<Record<string, string>>): void {
  const encode = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    return [...littleEndian(bytes.length), ...bytes]
  }
  const entries = Object.entries(comments).map(([name, value]) => encode(`${name}=${value}`))
  const body = [...encode('Tapedeck demo'), ...littleEndian(entries.length), ...entries.flat()]
  out.write(LAST_BLOCK | VORBIS_COMMENT, 8)
  out.write(body.length, 24)
  writeBytes(out, body)
}
