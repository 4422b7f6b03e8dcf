import { type FileHandle, open } from 'node:fs/promises'
import { id3Length } from '../../../lib/audio/mpeg-header.ts'
import { SNIFF_BYTES, sniffAudio } from '../../../lib/audio/sniff.ts'
import { lengthOf, type Piece, type Source, sourceOf } from './piece.ts'
import { stripChunks } from './strip-chunks.ts'
import { stripFlac } from './strip-flac.ts'
import { stripCaf, stripRf64, stripW64 } from './strip-large.ts'
import { stripMp4 } from './strip-mp4.ts'
import { stripMpeg } from './strip-mpeg.ts'

const stepBytes = 1 << 20
const mostTags = 20

/** The ID3 tag that a copy gets, and for a WAV the same in fields of its own kind. */
export type Id3 = { tag: Uint8Array; info: ReadonlyMap<string, string> }

/**
 * Copies the sound of a master, and only those surrounding parts that playing needs: the notes that
 * the artist's programs left there are nobody else's business. An ID3 tag is made for a file of a
 * kind that has them, and put where it belongs; returns whether. Throws when the file has an
 * unexpected structure.
 */
export async function copyStripped(master: string, copy: string, makeId3?: () => Promise<Id3>): Promise<boolean> {
  const from = await open(master, 'r')
  try {
    const source = await sourceOf(from)
    const kind = await kindOf(source)
    const id3 = kind.hasId3 ? await makeId3?.() : undefined
    const pieces = await piecesOf(source, kind, id3)
    const to = await open(copy, 'w', 0o600)
    try {
      for (const piece of pieces) await append(to, from, piece)
    } finally {
      await to.close()
    }
    return id3 !== undefined
  } finally {
    await from.close()
  }
}

type Kind = { start: number; mark: string; isMp4: boolean; hasId3: boolean }

const withChunks = new Set(['RIFF', 'FORM'])
const withoutId3 = new Set(['fLaC', 'RF64', 'BW64', 'caff', 'riff', 'OggS'])

async function kindOf(source: Source): Promise<Kind> {
  const start = await startOfSound(source)
  const head = await source.read(start, 12)
  const mark = head.toString('latin1', 0, 4)
  const isMp4 = head.toString('latin1', 4, 8) === 'ftyp'
  const hasId3 = !isMp4 && !withoutId3.has(mark)
  if (hasId3 && !withChunks.has(mark)) await refuseOther(source, start)
  return { start, mark, isMp4, hasId3 }
}

/** An ID3 tag before anything but frames of MPEG sound would damage it. */
async function refuseOther(source: Source, start: number): Promise<void> {
  const sniffed = sniffAudio(await source.read(start, SNIFF_BYTES))
  if (sniffed.ok && (sniffed.format === 'mp3' || sniffed.format === 'aac')) return
  throw new RangeError('A file of this kind takes no tags.')
}

async function piecesOf(source: Source, { start, mark, isMp4 }: Kind, id3: Id3 | undefined): Promise<Piece[]> {
  if (mark === 'fLaC') return stripFlac(source, start)
  if (mark === 'RIFF' || mark === 'FORM') return stripChunks(source, start, mark, id3)
  if (mark === 'RF64' || mark === 'BW64') return stripRf64(source, start)
  if (mark === 'caff') return stripCaf(source)
  if (mark === 'riff') return stripW64(source)
  if (isMp4) return stripMp4(source)
  // The comments of Ogg are inside its stream: TagLib replaces all of them.
  if (mark === 'OggS') return [{ from: 0, to: source.size }]
  return [...(id3 ? [id3.tag] : []), ...(await stripMpeg(source, start))]
}

async function startOfSound(source: Source): Promise<number> {
  let at = 0
  for (let seen = 0; seen < mostTags; seen++) at += id3Length(await source.read(at, 10), 0)
  return at
}

async function append(to: FileHandle, master: FileHandle, piece: Piece): Promise<void> {
  const buffer = piece instanceof Uint8Array ? piece : Buffer.alloc(Math.min(stepBytes, lengthOf(piece)))
  for (let done = 0; done < lengthOf(piece); ) {
    const wanted = Math.min(buffer.length, lengthOf(piece) - done)
    const length = 'from' in piece ? (await master.read(buffer, 0, wanted, piece.from + done)).bytesRead : wanted
    if (length === 0) throw new RangeError('The master ended too early.')
    for (let at = 0; at < length; ) at += (await to.write(buffer, at, length - at)).bytesWritten
    done += length
  }
}
