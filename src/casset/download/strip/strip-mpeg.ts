import type { Piece, Source } from './piece.ts'

const id3v1Bytes = 128
const longId3v1Bytes = 227
const apeBytes = 32
const apeHasHead = 0x80000000
const lyricsBytes = 15
const mostTags = 20

/** Returns the frames of an MP3 or bare AAC file without the tags before and after. */
export const stripMpeg = async (source: Source, start: number): Promise<Piece[]> => [
  { from: start, to: await endOfSound(source, start) },
]

/** Returns where the sound ends: before ID3v1, APE, Lyrics3 and ID3v2 tags, in any order. */
export async function endOfSound(source: Source, start: number): Promise<number> {
  let end = source.size
  for (let seen = 0; seen < mostTags; seen++) {
    const bytes = await tagBytesBefore(source, end)
    if (bytes === 0 || end - bytes < start) break
    end -= bytes
  }
  return end
}

async function tagBytesBefore(source: Source, end: number): Promise<number> {
  const markAt = async (back: number, mark: string) =>
    end >= back && (await source.read(end - back, mark.length)).toString('latin1') === mark
  if (await markAt(id3v1Bytes, 'TAG')) return id3v1Bytes
  if (await markAt(longId3v1Bytes, 'TAG+')) return longId3v1Bytes
  if (await markAt(apeBytes, 'APETAGEX')) {
    const foot = await source.read(end - apeBytes, apeBytes)
    const hasHead = (foot.readUInt32LE(20) & apeHasHead) !== 0
    return foot.readUInt32LE(12) + (hasHead ? apeBytes : 0)
  }
  if (await markAt(9, 'LYRICS200')) {
    const stated = Number((await source.read(end - lyricsBytes, 6)).toString('latin1'))
    return Number.isInteger(stated) && stated >= 0 ? stated + lyricsBytes : 0
  }
  if (await markAt(10, '3DI')) {
    const foot = await source.read(end - 4, 4)
    return foot.reduce((sum, byte) => sum * 128 + (byte & 127), 0) + 20
  }
  return 0
}
