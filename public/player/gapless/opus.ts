import { hasText } from '../../../src/lib/audio/has-text.ts'
import { contentOf, endOf, flagsOf, LARGEST_PAGE, markFrom, pageAt, sizesOf } from '../../../src/lib/audio/ogg-page.ts'
import { batchBytes, type Cutter, findPlace } from './cutter.ts'
import { box, mp4Start, sampleEntry, u32 } from './mp4.ts'
import { joined, OddSound, type SoundFile } from './sound-file.ts'

const rate = 48_000
/** A decoder needs so much before what is heard (RFC 7845, section 4.6). */
const leadSamples = 3_840
const isContinued = 1
const isLast = 4

let turns = 0

type Page = { next: number; flags: number; serial: number; granule: number; packets: Uint8Array[]; isOpen: boolean }

/** Opus in Ogg: its packets as they are, the samples before the music, and where it ends. */
export async function cutOpus(file: SoundFile, lengthSec: number): Promise<Cutter> {
  const head = await file.read(0, batchBytes)
  const first = packetsAt(head, 0)
  const id = first?.packets[0]
  if (!first || !id || !hasText(id, 'OpusHead', 0) || id[18] !== 0) throw new OddSound()
  const { serial } = first
  const [channels = 2, low = 0, high = 0] = id.subarray(9)
  let from = first.next
  // The tags, which may be long.
  for (let isOpen = true; isOpen; ) {
    const page = packetsAt(await file.read(from, LARGEST_PAGE), 0)
    if (!page) throw new OddSound()
    from += page.next
    isOpen = page.packets.length === (page.isOpen ? 1 : 0)
  }
  const opening = packetsAt(await file.read(from, LARGEST_PAGE), 0)
  if (!opening) throw new OddSound()
  // A file that was cut out of a longer one counts from there.
  const isWhole = (opening.flags & isLast) !== 0
  const base = isWhole ? 0 : opening.granule - lengthOf(opening.isOpen ? opening.packets.slice(0, -1) : opening.packets)
  // Chromium resets its decoder only where the description of the sound changes, and would go on
  // from the file before: every second file has a gain that differs by 1/256 dB.
  turns = 1 - turns
  const detail = box('dOps', [0, channels, 0, 0], u32(rate), [id[17] ?? 0, (id[16] ?? 0) ^ turns, 0])
  let byte = from
  let at: number | null = 0
  let rest: Uint8Array | null = null
  let isOver = false

  /** Returns the packets that end in a page; of one that began in a page unread, nothing. */
  const packetsOf = ({ packets, flags, isOpen }: Page) => {
    const each = [...packets]
    if (flags & isContinued) {
      const [more] = each.splice(0, 1)
      if (more && rest) each.unshift(joined([rest, more]))
    }
    rest = isOpen ? (each.pop() ?? null) : null
    return each
  }
  const firstAfter = async (start: number) => {
    const bytes = await file.read(start, batchBytes * 2)
    for (let place = markFrom(bytes, 0); place < bytes.length; place = markFrom(bytes, place + 1)) {
      const page = packetsAt(bytes, place)
      if (page?.serial === serial && page.granule >= 0) return { byte: start + place, sample: page.granule - base }
    }
    return null
  }
  return {
    type: 'audio/mp4; codecs="opus"',
    start: mp4Start(rate, sampleEntry('Opus', channels, rate, detail)),
    rate,
    delay: low | (high << 8),
    async goTo(sample) {
      isOver = false
      rest = null
      const wanted = { sample: sample - leadSamples, nearSamples: 2 * rate }
      const place = await findPlace({ from, to: file.size, samples: lengthSec * rate }, wanted, firstAfter)
      byte = place.byte
      at = byte === from ? 0 : null
    },
    async next() {
      if (isOver) return null
      let bytes = await file.read(byte, batchBytes)
      if (!packetsAt(bytes, 0)) bytes = await file.read(byte, LARGEST_PAGE)
      const frames: Uint8Array[] = []
      let end: number | undefined
      let place = 0
      let start = at
      for (let page = packetsAt(bytes, 0); page && end === undefined; page = packetsAt(bytes, place)) {
        if (page.serial !== serial) throw new OddSound()
        const packets = packetsOf(page)
        const length = lengthOf(packets)
        if (packets.length > 0) at ??= page.granule - base - length
        start ??= at
        frames.push(...packets)
        if (at !== null) at += length
        if (page.flags & isLast) end = Math.min(at ?? 0, page.granule - base)
        place = page.next
      }
      byte += place
      isOver = end !== undefined || byte >= file.size
      if (place === 0) throw new OddSound()
      return { at: start ?? 0, frames, samples: frames.map(samplesOf), ...(isOver ? { end: end ?? at ?? 0 } : {}) }
    },
  }
}

/** A page that is here as a whole. The last packet of an open one goes on. */
function packetsAt(bytes: Uint8Array, at: number): Page | null {
  const page = markFrom(bytes, at) === at ? pageAt(bytes, at) : null
  if (!page) return null
  const content = contentOf(page)
  const sizes = sizesOf(page)
  const packets: Uint8Array[] = []
  let begin = 0
  let end = 0
  for (const size of sizes) {
    end += size
    if (size === 255) continue
    packets.push(content.slice(begin, end))
    begin = end
  }
  const isOpen = sizes.at(-1) === 255
  if (isOpen) packets.push(content.slice(begin, end))
  const next = at + page.bytes.length
  return { next, flags: flagsOf(page), serial: page.serial, granule: Number(endOf(page)), packets, isOpen }
}

const lengthOf = (packets: readonly Uint8Array[]) => packets.reduce((sum, packet) => sum + samplesOf(packet), 0)

/** How many samples a packet has (RFC 6716, section 3). */
function samplesOf(packet: Uint8Array): number {
  const [head = 0, count = 0] = packet
  const kind = head >> 3
  const size = kind < 12 ? ([480, 960, 1_920, 2_880][kind % 4] ?? 0) : kind < 16 ? 480 << (kind % 2) : 120 << (kind % 4)
  const code = head & 3
  return size * (code === 0 ? 1 : code === 3 ? count & 63 : 2)
}
