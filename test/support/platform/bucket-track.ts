import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { startServer, type TestServer } from '../server.ts'
import { addReadyTrack, cast } from '../world.ts'

/** More than one part of a file. */
export const large: Buffer<ArrayBuffer> = Buffer.from(
  Array.from({ length: 2_500_000 }, (_, index) => (index * 31 + (index >> 8)) & 255),
)

/** Stores bytes and returns what the database would say of them. */
export async function keep({ ctx }: Pick<TestServer, 'ctx'>, bytes: Buffer) {
  const path = ctx.blobs.scratch(ctx.uuid())
  await Bun.write(path, bytes)
  const sha256 = sha256Hex(bytes)
  await ctx.blobs.adopt([{ path, sha256 }], () => {})
  return { sha256, bytes: bytes.length }
}

export const forgetCopies = ({ dataDir }: TestServer) => {
  for (const name of readdirSync(join(dataDir, 'blobs/cache')))
    rmSync(join(dataDir, 'blobs/cache', name), { recursive: true })
}
/** A site whose files are in a bucket, and its artist with a track whose master is `large`. */
export async function withTrack(env: Record<string, string>) {
  const svc = await startServer({ env })
  const nova = cast(svc.ctx, 'nova')
  const master = await keep(svc, large)
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn', { ...master, format: 'wav' })
  const listen = (headers: Record<string, string> = {}, method = 'GET') =>
    svc.fetch(`/api/audio/${track.id}`, {
      method,
      headers: { cookie: nova.cookie, 'sec-fetch-dest': 'audio', ...headers },
    })
  return { svc, nova, master, track, listen }
}
