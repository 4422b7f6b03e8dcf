import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { openFlacEncoder } from '../../../src/casset/audio/ingest/decode/libflac.ts'
import { ingest } from '../../../src/casset/audio/ingest/ingest.ts'
import { fixture } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'

setDefaultTimeout(testLimitMs)

const sumAt = 26

/** A second of noise in two channels. */
async function flacOf(bits: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const shape = { channels: 2, sampleRate: 44_100, bits, frames: 44_100 }
  const encoder = await openFlacEncoder(shape, (bytes) => pieces.push(Uint8Array.from(bytes)))
  const full = 2 ** (bits - 1)
  encoder.write(Int32Array.from({ length: 88_200 }, (_, at) => ((at * 7_919) % (2 * full)) - full))
  const corrections = encoder.finish()
  const file = Buffer.concat(pieces)
  for (const { at, bytes } of corrections) file.set(bytes, at)
  return file
}

test('a FLAC whose samples are others than its MD5 says is played, and that is told', async () => {
  using folder = temporaryFolder()
  const master = join(folder.path, 'a.flac')
  const found = async (bytes: Uint8Array) => {
    await Bun.write(master, bytes)
    const to = { hook: join(folder.path, 'hook'), play: join(folder.path, 'play') }
    const { tags, play } = await ingest({ op: 'ingest', master, ...to, hookStartSec: null, hookDurationSec: null })
    return { play, wrong: tags.hasWrongSum }
  }
  const files = {
    'flac-16.flac': Buffer.from(await fixture('flac-16.flac')),
    'flac-24.flac': Buffer.from(await fixture('flac-24.flac')),
    '12 bits': await flacOf(12),
    '20 bits': await flacOf(20),
  }
  for (const [name, whole] of Object.entries(files)) {
    expect([name, await found(whole)]).toEqual([name, { play: null, wrong: undefined }])
    const other = Buffer.from(whole)
    other[sumAt] = (other[sumAt] ?? 0) ^ 1
    expect([name, await found(other)]).toEqual([name, { play: null, wrong: true }])
    // None is stated.
    expect([name, await found(Buffer.from(whole).fill(0, sumAt, sumAt + 16))]).toEqual([
      name,
      { play: null, wrong: undefined },
    ])
  }
})
