import { rm } from 'node:fs/promises'
import { privateMasters } from '../platform/private-tags.ts'
import {
  aiff,
  asFloats,
  caf,
  flac,
  flacOfCount,
  flacThatChanges,
  loudNoise,
  monoMp3,
  packed,
  skeletonPage,
  w64,
  wav,
  withWrongChecksum,
} from './audio-kinds.ts'
import { fixture } from './upload.ts'

const of16 = loudNoise(16)
const of24 = loudNoise(24)

/**
 * A whole file of each kind that browsers do not play as it is, or that is built oddly; `scratch`
 * is a path to use.
 */
export async function uncommonMasters(scratch: string, ffmpeg: string | null): Promise<Map<string, Buffer>> {
  const [vorbis, opus] = [Buffer.from(await fixture('vorbis.ogg')), Buffer.from(await fixture('opus.opus'))]
  const { aiff: tagged = Buffer.alloc(0), aac = Buffer.alloc(0) } = await privateMasters()
  const [stereo, ofFlac] = [Buffer.from(await fixture('mp3-no-tag.mp3')), await flac(of16)]
  const masters = new Map([
    ['AIFF', aiff(of24, packed(of24, false))],
    ['AIFF with tags', tagged],
    ['AIFF-C', aiff(of16, packed(of16, true), { compression: 'sowt' })],
    ['AIFF-C of floats', aiff(of24, asFloats(of24, 4, false), { compression: 'fl32' })],
    ['CAF', caf(of24, packed(of24, false))],
    ['CAF of floats', caf(of24, asFloats(of24, 8, true), { isLittleEndian: true, isFloat: true })],
    ['W64', w64(of24, packed(of24, true), 3)],
    ['RF64', wav(of24, packed(of24, true), { bytes: 3, magic: 'RF64' })],
    ['chained Vorbis', Buffer.concat([vorbis, vorbis])],
    ['chained Opus', Buffer.concat([opus, opus])],
    ['Ogg with Skeleton', Buffer.concat([skeletonPage(), opus])],
    ['ADTS with tags', aac],
    ['FLAC of an unknown length', flacOfCount(ofFlac, 0)],
    ['FLAC that turns to 24 bits', flacThatChanges(ofFlac, await flac(of24))],
    ['MP3 that turns to stereo', Buffer.concat([monoMp3(100), stereo])],
    ['Vorbis with a wrong checksum', withWrongChecksum(vorbis)],
  ])
  if (ffmpeg === null) return masters
  const made = `${scratch}.m4a`
  await Bun.write(`${scratch}.wav`, wav(of24, packed(of24, true), { bytes: 3 }))
  const coded = ['-c:a', 'alac', '-sample_fmt', 's32p', '-metadata', 'title=Bounce', '-y', made]
  await Bun.spawn([ffmpeg, '-v', 'quiet', '-i', `${scratch}.wav`, ...coded]).exited
  masters.set('ALAC', Buffer.from(await Bun.file(made).bytes()))
  await Promise.all([`${scratch}.wav`, made].map((path) => rm(path)))
  return masters
}
