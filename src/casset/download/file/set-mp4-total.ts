import { type FileHandle, open } from 'node:fs/promises'

type Atom = { name: string; start: number; end: number }

const headBytes = 16
const way = ['moov', 'udta', 'meta', 'ilst', 'trkn', 'data']
// Bytes before an atom's children or value: the version of `meta`, the type and locale of `data`.
const lead: Readonly<Record<string, number>> = { meta: 4, data: 8 }
const totalAt = 4

async function readAtom(file: FileHandle, at: number, end: number): Promise<Atom | undefined> {
  if (at + 8 > end) return undefined
  const { buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, at)
  const short = buffer.readUInt32BE(0)
  const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short
  const last = short === 0 ? end : at + size
  if (last > end || last < at + 8) return undefined
  return { name: buffer.toString('latin1', 4, 8), start: at + (short === 1 ? headBytes : 8), end: last }
}

async function findAtom(file: FileHandle, name: string, within: Atom): Promise<Atom | undefined> {
  let at = within.start + (lead[within.name] ?? 0)
  for (let atom = await readAtom(file, at, within.end); atom; atom = await readAtom(file, at, within.end)) {
    if (atom.name === name) return atom
    at = atom.end
  }
  return undefined
}

/**
 * Writes the number of tracks next to the track number in an MP4 file, in the field that TagLib
 * leaves empty. A file without that field stays unchanged.
 */
export async function setMp4Total(mp4: string, tracks: number): Promise<void> {
  const file = await open(mp4, 'r+')
  try {
    let atom: Atom | undefined = { name: '', start: 0, end: (await file.stat()).size }
    for (const name of way) atom = atom && (await findAtom(file, name, atom))
    const at = atom && atom.start + (lead.data ?? 0) + totalAt
    if (!atom || at === undefined || at + 2 > atom.end) return
    await file.write(Buffer.from([tracks >> 8, tracks & 0xff]), 0, 2, at)
  } finally {
    await file.close()
  }
}
