import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a zip. All but its name and content is told of it, true or not. */
export type Zipped = {
  name: string | Uint8Array
  content: string | Uint8Array
  isStored?: boolean
  isUtf8?: boolean
  isEncrypted?: boolean
  isLink?: boolean
  /** Sizes and checksum behind the content, as programs write them that do not know them before. */
  hasDescriptor?: boolean
  /** Sizes in 64 bits. */
  isWide?: boolean
  method?: number
  crc?: number
  bytes?: number
  /** The place of another file, which it shares. */
  at?: number
}

const flags = ({ isEncrypted, hasDescriptor, isUtf8 }: Zipped) =>
  (isEncrypted ? 1 : 0) | (hasDescriptor ? 8 : 0) | (isUtf8 ? 0x800 : 0)

const uint16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const uint32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)
const uint64 = (...values: number[]) => Buffer.from(BigUint64Array.from(values, BigInt).buffer)

const unixRegular = 0o100644
const unixLink = 0o120777

/** Makes a zip, also one that no program would make. `isWide`: its list is told of in 64 bits. */
export function zipOf(files: readonly Zipped[], { isWide = false } = {}): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const content = Buffer.from(file.content)
    const packed = file.isStored ? content : deflateRawSync(content)
    const method = file.method ?? (file.isStored ? 0 : 8)
    const crc = file.crc ?? crc32(content)
    const bytes = file.bytes ?? content.length
    const all = 0xffffffff
    const about = (isBefore: boolean) => {
      const wide = file.isWide ? Buffer.concat([uint16(1, 16), uint64(bytes, packed.length)]) : Buffer.alloc(0)
      const sizes = file.isWide ? uint32(all, all) : uint32(packed.length, bytes)
      const told = isBefore && file.hasDescriptor ? Buffer.alloc(12) : Buffer.concat([uint32(crc), sizes])
      const extra = isBefore && file.hasDescriptor ? Buffer.alloc(0) : wide
      const head = Buffer.concat([uint16(file.isWide ? 45 : 20, flags(file), method), uint32(0x5a210000), told])
      return { head: Buffer.concat([head, uint16(name.length, extra.length)]), extra }
    }
    const before = about(true)
    const descriptor = file.hasDescriptor
      ? Buffer.concat([Buffer.from('PK\x07\x08'), uint32(crc, packed.length, bytes)])
      : Buffer.alloc(0)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), before.head, name, before.extra, packed, descriptor])
    const { head, extra } = about(false)
    const mode = (file.isLink ? unixLink : unixRegular) * 0x10000
    const place = Buffer.concat([uint16(0, 0, 0), uint32(mode, file.at ?? at)])
    list.push(Buffer.concat([Buffer.from('PK\x01\x02'), uint16(0x314), head, place, name, extra]))
    if (file.at === undefined) {
      locals.push(local)
      at += local.length
    }
  }
  const contents = Buffer.concat(list)
  const count = isWide ? 0xffff : files.length
  const end = [Buffer.from('PK\x05\x06'), uint16(0, 0, count, count), uint32(contents.length, at), uint16(0)]
  const wideEnd = [
    Buffer.from('PK\x06\x06'),
    uint64(44),
    uint16(45, 45),
    uint32(0, 0),
    uint64(files.length, files.length, contents.length, at),
    Buffer.from('PK\x06\x07'),
    uint32(0),
    uint64(at + contents.length),
    uint32(1),
  ]
  return Buffer.concat([...locals, contents, ...(isWide ? wideEnd : []), ...end])
}

/** The files of a folder as those of a zip, packed and stored by turns. */
export async function zipped(folder: string): Promise<Zipped[]> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return Promise.all(
    names.map(async (path, index) => ({
      name: path.slice(folder.length + 1),
      content: await Bun.file(path).bytes(),
      isStored: index % 2 === 0,
      isUtf8: true,
    })),
  )
}
