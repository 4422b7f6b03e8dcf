import { type FileHandle, open } from 'node:fs/promises'

type Totals = { tracks: number; discs?: number }

type Atom = { name: string; start: number; end: number }

const headBytes = 16
const toTags = ['moov', 'udta', 'meta', 'ilst']
// Bytes before an atom's children or value: the version of `meta`, the type and locale of `data`.
const lead: Readonly<Record<string, number>> = { meta: 4, data: 8, name: 4 }
const totalAt = 4
const longestName = 64

async function readAtom(file: FileHandle, at: number, end: number): Promise<Atom | undefined> {
  if (at + 8 > end) return undefined
  const { buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, at)
  const short = buffer.readUInt32BE(0)
  const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short
  const last = short === 0 ? end : at + size
  if (last > end || last < at + 8) return undefined
  return { name: buffer.toString('latin1', 4, 8), start: at + (short === 1 ? headBytes : 8), end: last }
}

async function* atomsIn(file: FileHandle, within: Atom): AsyncGenerator<Atom> {
  let at = within.start + (lead[within.name] ?? 0)
  for (let atom = await readAtom(file, at, within.end); atom; atom = await readAtom(file, at, within.end)) {
    yield atom
    at = atom.end
  }
}

async function findAtom(file: FileHandle, name: string, within: Atom): Promise<Atom | undefined> {
  for await (const atom of atomsIn(file, within)) if (atom.name === name) return atom
  return undefined
}

// TagLib writes all names in capitals, and players know these as iTunes and its kind write them.
const spellings = new Map(
  [
    'iTunSMPB',
    'iTunNORM',
    'initialkey',
    'replaygain_track_gain',
    'replaygain_track_peak',
    'replaygain_album_gain',
    'replaygain_album_peak',
  ].map((name) => [name.toUpperCase(), name]),
)

/**
 * Writes into the tags of an MP4 file what TagLib does not: how many tracks and discs there are,
 * next to the numbers of these, and some names as players look for them. A file without tags stays
 * unchanged.
 */
export async function mendMp4(mp4: string, { tracks, discs }: Totals): Promise<void> {
  const file = await open(mp4, 'r+')
  try {
    let list: Atom | undefined = { name: '', start: 0, end: (await file.stat()).size }
    for (const name of toTags) list = list && (await findAtom(file, name, list))
    if (!list) return
    for await (const item of atomsIn(file, list)) {
      if (item.name === 'trkn') await setTotal(file, item, tracks)
      else if (item.name === 'disk' && discs !== undefined) await setTotal(file, item, discs)
      else if (item.name === '----') await spell(file, item)
    }
  } finally {
    await file.close()
  }
}

async function setTotal(file: FileHandle, item: Atom, total: number): Promise<void> {
  const data = await findAtom(file, 'data', item)
  const at = data && data.start + (lead.data ?? 0) + totalAt
  if (!data || at === undefined || at + 2 > data.end) return
  await file.write(Buffer.from([total >> 8, total & 0xff]), 0, 2, at)
}

async function spell(file: FileHandle, item: Atom): Promise<void> {
  const atom = await findAtom(file, 'name', item)
  const at = (atom?.start ?? 0) + (lead.name ?? 0)
  if (!atom || at >= atom.end || atom.end - at > longestName) return
  const { buffer } = await file.read(Buffer.alloc(atom.end - at), 0, atom.end - at, at)
  const spelling = spellings.get(buffer.toString('latin1'))
  if (spelling !== undefined) await file.write(Buffer.from(spelling), 0, spelling.length, at)
}
