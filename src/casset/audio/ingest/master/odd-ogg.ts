import { endOf, hasRightChecksum } from '../../../../lib/audio/ogg-page.ts'
import { oggPages } from '../decode/ogg-pages.ts'
import type { Master } from './open-master.ts'

const OPUS_RATE = 48_000
const NOTICED_SEC = 0.25
// A page of sound with a wrong checksum is damaged, and should be skipped rather than played.
const MOST_SKIPPED = 0.1

/**
 * Returns whether browsers would misread an Ogg file: refuse it for a second stream or for wrong
 * checksums of its head, skip much of it for wrong checksums of its sound, or misread its length
 * because it was cut from a stream and does not begin at zero.
 */
export async function isMisreadOgg(master: Master, durationSec: number): Promise<boolean> {
  let first: number | null = null
  let end = 0n
  let pages = 0
  let wrong = 0
  for await (const page of oggPages(master.path)) {
    first ??= page.serial
    if (page.serial !== first) return true
    pages++
    if (!hasRightChecksum(page)) wrong += end === 0n ? Infinity : 1
    if (endOf(page) > end) end = endOf(page)
  }
  if (wrong > pages * MOST_SKIPPED) return true
  const rate = master.codec === 'opus' ? OPUS_RATE : master.config.sampleRate
  return Math.abs(Number(end) / rate - durationSec) > NOTICED_SEC
}
