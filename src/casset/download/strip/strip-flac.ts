import { mostParts, type Piece, type Source } from './piece.ts'
import { endOfSound } from './strip-mpeg.ts'

const lastBlock = 0x80
const streamInfo = 0
const seekTable = 3

/** Returns description, seek table and frames, without other blocks and surrounding tags. */
export async function stripFlac(source: Source, start: number): Promise<Piece[]> {
  const kept: { head: Buffer; from: number; to: number }[] = []
  let at = start + 4
  for (let seen = 0; ; seen++) {
    const head = await source.read(at, 4)
    if (head.length < 4 || seen === mostParts) throw new RangeError('The header of this FLAC file has no end.')
    const [first = 0] = head
    const kind = first & ~lastBlock
    const from = at + 4
    const to = from + head.readUIntBE(1, 3)
    if (kind === streamInfo || kind === seekTable)
      kept.push({ head: Buffer.from([kind, ...head.subarray(1)]), from, to })
    at = to
    if ((first & lastBlock) !== 0) break
  }
  const blocks = kept.flatMap(({ head, from, to }, index): Piece[] => {
    if (index === kept.length - 1) head[0] = (head[0] ?? 0) | lastBlock
    return [head, { from, to }]
  })
  return [Buffer.from('fLaC'), ...blocks, { from: at, to: await endOfSound(source, at) }]
}
