import { mostParts, type Piece, type Source } from './piece.ts'

// Reuses the space of the old tag box for ours: ffmpeg reads all tags only if they come after the
// tracks.
const playing: Readonly<Record<string, ReadonlySet<string>>> = {
  '': new Set(['ftyp', 'styp', 'moov', 'mdat', 'moof', 'sidx', 'mfra', 'wide']),
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods', 'udta']),
  trak: new Set(['tkhd', 'edts', 'tref', 'mdia']),
  udta: new Set(['meta']),
  meta: new Set(['hdlr', 'ilst']),
}
const versionBytes = 4
const headBytes = 8

/** Turns everything that playing does not need into free space: positions in its tables stay. */
export const stripMp4 = (source: Source): Promise<Piece[]> =>
  stripAtoms(source, { atoms: mostParts }, '', 0, source.size)

type Room = { atoms: number }

async function stripAtoms(source: Source, room: Room, parent: string, start: number, end: number): Promise<Piece[]> {
  const pieces: Piece[] = []
  let at = start
  while (at + headBytes <= end) {
    const atom = await atomAt(source, at, end)
    room.atoms -= 1
    if (!atom || room.atoms < 0) throw new RangeError('The structure of this MP4 file is broken.')
    const { name, body, next } = atom
    const isOthers = name === 'meta' && !(await isOfITunes(source, body))
    if (isOthers || !playing[parent]?.has(name)) pieces.push(await freeHead(source, at, body), { zeros: next - body })
    else if (name === 'ilst') pieces.push(...emptied(next - at))
    else if (name in playing) {
      const first = name === 'meta' ? body + versionBytes : body
      pieces.push({ from: at, to: first }, ...(await stripAtoms(source, room, name, first, next)))
    } else pieces.push({ from: at, to: next })
    at = next
  }
  return [...pieces, { zeros: end - at }]
}

/** Whether these are iTunes tags, not QuickTime's, whose names are in a table of their own. */
const isOfITunes = async (source: Source, body: number): Promise<boolean> =>
  (await source.read(body + versionBytes + 2 * headBytes, 4)).toString('latin1') === 'mdir'

/** Returns an empty list of tags, followed by free space up to its former size. */
function emptied(bytes: number): Piece[] {
  const free = bytes - headBytes
  return free < headBytes
    ? [atomHead('free', bytes), { zeros: free }]
    : [atomHead('ilst', headBytes), atomHead('free', free), { zeros: free - headBytes }]
}

function atomHead(name: string, bytes: number): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(bytes)
  head.write(name, 4, 'latin1')
  return head
}

async function atomAt(source: Source, at: number, end: number) {
  const head = await source.read(at, 16)
  const short = head.readUInt32BE(0)
  const isLong = short === 1 && head.length === 16
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
  const body = at + (isLong ? 16 : headBytes)
  if (at + size > end || at + size < body) return null
  return { name: head.toString('latin1', 4, 8), body, next: at + size }
}

async function freeHead(source: Source, at: number, body: number): Promise<Buffer> {
  const head = await source.read(at, body - at)
  head.write('free', 4, 'latin1')
  return head
}
