import { contentOf, endOf, hasRightChecksum } from '../../lib/audio/ogg-page.ts'
import { oggPages } from './ogg-pages.ts'
import type { Master } from './open-master.ts'

const OPUS_RATE = 48_000
const NOTICED_SEC = 0.25
const BEGINNINGS = ['\x01vorbis', 'OpusHead']

/**
 * Returns whether browsers would skip pages of an Ogg file, for their checksums, or misread its length, as one that was
 * cut from a stream does not begin at zero.
 */
export async function isMisreadOgg(master: Master, durationSec: number): Promise<boolean> {
  let serial: number | null = null
  let end = 0n
  for await (const page of oggPages(master.path)) {
    if (!hasRightChecksum(page)) return true
    const content = Buffer.from(contentOf(page).subarray(0, 8)).toString('latin1')
    if (serial === null && BEGINNINGS.some((beginning) => content.startsWith(beginning))) serial = page.serial
    if (page.serial === serial && endOf(page) > end) end = endOf(page)
  }
  const rate = master.codec === 'opus' ? OPUS_RATE : master.config.sampleRate
  return Math.abs(Number(end) / rate - durationSec) > NOTICED_SEC
}
