import { open, rm } from 'node:fs/promises'
import { renumberFlacFrame } from '../../src/casset/audio/ingest/decode/flac-frame.ts'
import { openMaster } from '../../src/casset/audio/ingest/master/open-master.ts'
import { mp3FrameAt } from '../../src/lib/audio/mpeg-header.ts'
import { aiff, flac, loudNoise, packed, wav } from '../support/casset/audio-kinds.ts'
import { fixture, mediaBench } from '../support/casset/media.ts'

/**
 * Files that are huge and nearly empty, or made of very many parts: `bun test/soak/large-audio.ts`.
 * Each ends in a result, or in words, within its limits. Prints seconds and outcome.
 */
const daySec = 86_400
const rssMb = 400
await using bench = await mediaBench()
const master = bench.path('large')
let faults = 0

async function take(name: string): Promise<void> {
  const from = performance.now()
  const result = await bench.ingest(master, {}, { rssMb })
  const outcome = result.ok ? 'ok' : `${result.kind}: ${result.problem}`
  if (!result.ok && ['crashed', 'memory'].includes(result.kind)) faults++
  console.log(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s, ${outcome}`)
  for (const file of ['large', 'hook', 'play']) await rm(bench.path(file), { force: true })
}

/** Writes `count` copies of a piece, of which some are changed by their number. */
async function writeMany(head: Uint8Array, count: number, pieceAt: (index: number) => Uint8Array): Promise<void> {
  const file = await open(master, 'w')
  await file.write(head)
  for (let at = 0; at < count; at += 10_000) {
    const many = Array.from({ length: Math.min(10_000, count - at) }, (_, i) => pieceAt(at + i))
    await file.write(Buffer.concat(many))
  }
  await file.close()
}

// A day of silence as FLAC: one frame, again and again.
const silence = { samples: new Array<number>(8_192).fill(0), bits: 16, channels: 1, sampleRate: 8_000 }
const source = bench.path('source')
await Bun.write(source, await flac(silence))
const opened = await openMaster(source)
const packet = await opened.packets.getFirstPacket()
const frame = packet?.data ?? new Uint8Array()
const blockSamples = Math.round((packet?.duration ?? 1) * silence.sampleRate)
opened.close()
const encoded = Buffer.from(await Bun.file(source).bytes())
const head = encoded.subarray(0, encoded.indexOf(frame))
// States neither the number of samples nor their checksum.
head[21] = (head[21] ?? 0) & 0xf0
head.fill(0, 22, 42)
const blocks = Math.floor((daySec * silence.sampleRate) / blockSamples)
await writeMany(head, blocks, (frameNumber) =>
  renumberFlacFrame(frame, { frameNumber, sampleNumber: frameNumber * blockSamples, isVarying: false }),
)
await take('a day of silence as FLAC')

// Uncompressed, and most of it a hole in the file.
for (const [name, bytes] of [
  ['WAV', wav(silence, Buffer.alloc(0), { bytes: 2, dataBytes: daySec * 16_000 })],
  ['AIFF', aiff(silence, Buffer.alloc(0), { frames: daySec * 8_000 })],
] as const) {
  await Bun.write(master, bytes)
  const file = await open(master, 'r+')
  await file.truncate(bytes.length + daySec * 16_000)
  await file.close()
  await take(`a day of silence as ${name}`)
}

// Very many frames: bare AAC of eight bytes at 8 kHz, and MP3.
const tiny = Buffer.from([0xff, 0xf1, 0x6c, 0x40, 0x01, 0x1f, 0xfc, 0x00])
await writeMany(new Uint8Array(), 1_000_000, () => tiny)
await take('a million frames of AAC at 8 kHz')
const mp3 = Buffer.from(await Bun.file(fixture('mp3-mpeg25.mp3')).bytes())
const first = mp3.findIndex((_, at) => {
  const found = mp3FrameAt(mp3, at)
  return found !== null && mp3FrameAt(mp3, at + found.bytes) !== null
})
// Its first frame states how many there are.
const second = first + (mp3FrameAt(mp3, first)?.bytes ?? 0)
const one = mp3.subarray(second, second + (mp3FrameAt(mp3, second)?.bytes ?? 0))
await writeMany(new Uint8Array(), 1_000_000, () => one)
await take('a million frames of MP3 at 8 kHz')

// A header that says four gigabytes, with little behind it.
const noise = loudNoise(24)
const lying = aiff(noise, packed(noise, false), { frames: 0xffffffff })
lying.writeUInt32BE(0xffffffff, lying.indexOf('SSND') + 4)
await Bun.write(master, lying)
await take('an AIFF of four gigabytes by its header')
console.log({ faults })
process.exitCode = faults === 0 ? 0 : 1
