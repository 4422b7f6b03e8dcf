import { lengthOf, mostParts, type Piece, type Source } from './piece.ts'

type Chunk = { id: string; head: Buffer; from: number; to: number; next: number }
type ChunkAt = (at: number) => Promise<Chunk | null>

async function soundOf(first: number, chunkAt: ChunkAt, kept: readonly string[]): Promise<Chunk[]> {
  const found: Chunk[] = []
  let at = first
  for (let seen = 0; seen < mostParts; seen++) {
    const chunk = await chunkAt(at)
    if (!chunk) break
    if (kept.includes(chunk.id)) found.push(chunk)
    if (chunk.next <= at) throw new RangeError('The chunks of this file have no end.')
    at = chunk.next
  }
  if (!found.some(({ id }) => id === 'data')) throw new RangeError('There is no sound in this file.')
  return found
}

const cafHeadBytes = 8

/** Returns a Core Audio file with only its format, channels and samples. */
export async function stripCaf(source: Source): Promise<Piece[]> {
  const chunks = await soundOf(
    cafHeadBytes,
    async (at) => {
      const head = await source.read(at, 12)
      if (head.length < 12) return null
      const stated = head.readBigInt64BE(4)
      const from = at + 12
      // A recorder that has not finished states -1.
      const to = stated < 0n ? source.size : Math.min(source.size, from + Number(stated))
      head.writeBigInt64BE(BigInt(to - from), 4)
      return { id: head.toString('latin1', 0, 4), head, from, to, next: to }
    },
    ['desc', 'chan', 'kuki', 'pakt', 'data'],
  )
  return [await source.read(0, cafHeadBytes), ...chunks.flatMap(({ head, from, to }) => [head, { from, to }])]
}

const w64HeadBytes = 40
const w64ChunkBytes = 24
const idBytes = 16

/** Returns a Sony Wave64 file with only its format and samples. */
export async function stripW64(source: Source): Promise<Piece[]> {
  const chunks = await soundOf(
    w64HeadBytes,
    async (at) => {
      const head = await source.read(at, w64ChunkBytes)
      if (head.length < w64ChunkBytes) return null
      const stated = Number(head.readBigUInt64LE(idBytes))
      const to = stated === 0 ? source.size : Math.min(source.size, at + stated)
      if (to < at + w64ChunkBytes) throw new RangeError('The chunks of this file have no end.')
      head.writeBigUInt64LE(BigInt(to - at), idBytes)
      const next = at + Math.ceil((to - at) / 8) * 8
      return { id: head.toString('latin1', 0, 4), head, from: at + w64ChunkBytes, to, next }
    },
    ['fmt ', 'fact', 'data'],
  )
  const pieces = chunks.flatMap(({ head, from, to }): Piece[] => [
    head,
    { from, to },
    { zeros: (8 - ((to - from) % 8)) % 8 },
  ])
  const whole = await source.read(0, w64HeadBytes)
  whole.writeBigUInt64LE(BigInt(w64HeadBytes + bytesOf(pieces)), idBytes)
  return [whole, ...pieces]
}

const bytesOf = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)

const unknown = 0xffffffff
const sizesBytes = 36

/** Returns an RF64 or BW64 file with only its sizes, format and samples. */
export async function stripRf64(source: Source, start: number): Promise<Piece[]> {
  let longDataBytes = 0
  const chunks = await soundOf(
    start + 12,
    async (at) => {
      const head = await source.read(at, 8)
      if (head.length < 8) return null
      const id = head.toString('latin1', 0, 4)
      if (id === 'ds64') longDataBytes = Number((await source.read(at + 16, 8)).readBigUInt64LE(0))
      const short = head.readUInt32LE(4)
      const from = at + 8
      const stated = id === 'data' && short === unknown ? longDataBytes : short
      const to = Math.min(source.size, id === 'data' && stated === 0 ? source.size : from + stated)
      return { id, head, from, to, next: to + ((to - from) % 2) }
    },
    ['fmt ', 'fact', 'data'],
  )
  const sizes = Buffer.alloc(sizesBytes)
  const pieces = chunks.flatMap(({ id, head, from, to }): Piece[] => {
    if (id === 'data') head.writeUInt32LE(unknown, 4)
    if (id === 'data') sizes.writeBigUInt64LE(BigInt(to - from), 16)
    return [head, { from, to }, { zeros: (to - from) % 2 }]
  })
  sizes.write('ds64', 'latin1')
  sizes.writeUInt32LE(sizesBytes - 8, 4)
  sizes.writeBigUInt64LE(BigInt(4 + sizesBytes + bytesOf(pieces)), 8)
  return [await source.read(start, 12), sizes, ...pieces]
}
