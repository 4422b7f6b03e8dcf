import { rm } from 'node:fs/promises'
import type { EncodedPacket } from 'mediabunny'
import type { Ingested } from '../media.ts'
import { cutHook, partOf } from '../render/cut-hook.ts'
import { readMp3Stated } from './mp3-stated.ts'
import { isMisreadOgg } from './odd-ogg.ts'
import type { Master } from './open-master.ts'

// The index of the copy is made in memory.
const LARGEST_BYTES = 100_000_000
const NOTICED_SEC = 0.25
// A decoder drops some of the first and last packets, which are copied whole.
const PADDING_SEC = 0.1

/**
 * Copies the packets of a master whose length browsers guess or misread: bare AAC, MP3 without a
 * frame count that they accept, and Ogg whose pages have a wrong length or wrong checksums. Returns
 * null for any other file, and for one that cannot be copied, which is then played as it is.
 */
export async function copyMaster(master: Master, path: string, durationSec: number): Promise<Ingested['play']> {
  const isNeeded =
    master.format === 'aac' ||
    (master.format === 'mp3' && (await isMisreadMp3(master, durationSec))) ||
    (['ogg', 'opus'].includes(master.format) && (await isMisreadOgg(master, durationSec)))
  if (!isNeeded || Bun.file(master.path).size > LARGEST_BYTES) return null
  try {
    const { format, bytes } = await cutHook(master, path, { startSec: 0, lengthSec: durationSec + PADDING_SEC })
    return { format, bytes }
  } catch {
    await rm(partOf(path), { force: true })
    return null
  }
}

// If more than this share of the stated bytes follows them, browsers ignore the frame count.
const MOST_BEHIND = 1 / 16

async function isMisreadMp3(master: Master, durationSec: number): Promise<boolean> {
  const { path, audioStart } = master
  const isOff = (seconds: number | null) => seconds !== null && Math.abs(seconds - durationSec) > NOTICED_SEC
  const { seconds, bytes } = await readMp3Stated(path, audioStart)
  const there = Bun.file(path).size - audioStart
  if (seconds !== null && (bytes === null || there - bytes <= bytes * MOST_BEHIND)) return isOff(seconds)
  // A tag larger than the sound is treated as part of it.
  return (
    audioStart > there ||
    isOff(guessOf(there, await master.packets.getFirstPacket())) ||
    isOff(await lengthInTag(path, audioStart))
  )
}

/** Returns the length that an MP3 without a frame count seems to have, by size and first rate. */
const guessOf = (bytes: number, first: EncodedPacket | null) =>
  first ? (bytes / first.byteLength) * first.duration : 0

const SEARCHED_BYTES = 262_144
// The milliseconds in an ID3 tag, which stay when the sound is cut. The pattern is a name, a size,
// flags, an encoding, its byte order mark, digits.
const LENGTH = /(?:TLEN\0\0\0.{3}|TLE\0\0.).(?:\xff\xfe|\xfe\xff)?\0?((?:\d\0?)+)/s

async function lengthInTag(path: string, audioStart: number): Promise<number | null> {
  const tag = await Bun.file(path).slice(0, Math.min(audioStart, SEARCHED_BYTES)).bytes()
  const digits = LENGTH.exec(Buffer.from(tag).toString('latin1'))?.[1]?.replaceAll('\0', '')
  return digits === undefined ? null : Number(digits) / 1_000
}
