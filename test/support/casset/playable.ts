import type { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../src/context.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { addReadyTrack } from '../world.ts'

/** A tone, which rises or falls evenly to `endHertz`. */
type Sound = { seconds: number; rate?: number; hertz?: number; endHertz?: number }

/**
 * A sine as a WAV file: 16 bits, one channel. At 0 Hz it is silent, which is quicker for long ones.
 */
export function wav({ seconds, rate = 8000, hertz = 220, endHertz = hertz }: Sound): Buffer {
  const samples = Math.round(seconds * rate)
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF')
  file.writeUInt32LE(36 + samples * 2, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let at = 0; hertz > 0 && at < samples; at += 1) {
    const second = at / rate
    const turns = second * hertz + (second ** 2 * (endHertz - hertz)) / seconds / 2
    file.writeInt16LE(Math.round(Math.sin(turns * 2 * Math.PI) * 8000), 44 + at * 2)
  }
  return file
}

export type Playable = Partial<typeof tracks.$inferInsert> & { master?: Sound; hook?: Sound }

// A minute of sine takes as long as a page; most tracks have the same one.
const made = new Map<string, Buffer>()

function tone(sound: Sound): Buffer {
  const name = JSON.stringify(sound)
  const known = made.get(name) ?? wav(sound)
  made.set(name, known)
  return known
}

/**
 * Puts a ready track with real sound on a casset: a minute of master and six seconds of hook, if
 * not told otherwise.
 */
export async function addPlayableTrack(ctx: Ctx, cassetId: string, title: string, playable: Playable = {}) {
  const { master = { seconds: 60 }, hook = { seconds: 6 }, ...values } = playable
  const keep = async (bytes: Buffer) => {
    const path = ctx.blobs.scratch(ctx.uuid())
    await Bun.write(path, bytes)
    await ctx.blobs.adopt([{ path, sha256: sha256Hex(bytes) }], () => {})
    return { sha256: sha256Hex(bytes), bytes: bytes.length }
  }
  const whole = await keep(tone(master))
  const part = await keep(tone({ hertz: 330, ...hook }))
  return addReadyTrack(ctx, cassetId, title, {
    fileName: `${title}.wav`,
    format: 'wav',
    hookFormat: 'wav',
    ...whole,
    hookSha256: part.sha256,
    hookBytes: part.bytes,
    hookStartSec: 35,
    hookDurationSec: hook.seconds,
    durationSec: master.seconds,
    ...values,
  })
}
