import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sign } from 'cookie-signature'
import { inTransaction } from '../../db/commits.ts'
import { artists, users } from '../../db/schema/account/account.ts'
import { sessions } from '../../db/schema/account/session.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { absoluteMs } from '../../src/account/session/viewer.ts'
import type { Ctx } from '../../src/context.ts'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'

/** Somebody with an account, a casset of their own and a signed-in browser. */
export type Person = {
  userId: string
  artistId: string
  cassetId: string
  handle: string
  sessionId: string
  cookie: string
}

/** The fields that may differ from a plain published casset. */
export type Casting = Partial<typeof cassets.$inferInsert> & {
  bio?: string | null
  displayName?: string
  makesMusic?: boolean
}

/** Puts a person into the database, signed in, without paying for a password hash. */
export function cast(
  ctx: Ctx,
  handle: string,
  { bio = null, displayName, makesMusic = true, ...casset }: Casting = {},
): Person {
  const [userId, artistId, cassetId, sessionId] = [ctx.uuid(), ctx.uuid(), ctx.uuid(), ctx.uuid()] as const
  const now = ctx.now()
  const name = displayName ?? handle.charAt(0).toUpperCase() + handle.slice(1)
  const artist = { id: artistId, userId, handle, displayName: name, bio, makesMusic, createdAt: now }
  const plain = { id: cassetId, artistId, name, currency: 'usd', published: true, publishedAt: now, createdAt: now }
  const token = Buffer.from(ctx.random(32)).toString('base64url')
  const session = { tokenHash: sha256Hex(token), id: sessionId, userId, userAgent: 'test', createdAt: now, seenAt: now }
  inTransaction(ctx.db, () => {
    ctx.db
      .insert(users)
      .values({ id: userId, email: `${handle}@example.com`, createdAt: now })
      .run()
    ctx.db.insert(artists).values(artist).run()
    ctx.db
      .insert(cassets)
      .values({ ...plain, ...casset })
      .run()
    ctx.db
      .insert(sessions)
      .values({ ...session, expiresAt: now + absoluteMs })
      .run()
  })
  const cookie = `svc_session=${encodeURIComponent(sign(token, ctx.secrets.session[0] ?? ''))}`
  return { userId, artistId, cassetId, handle, sessionId, cookie }
}

/** Bytes of a stand-in master: what must not leave without entitlement. */
export const masterBytes = (title: string) => Buffer.from(`MASTER of ${title} `.repeat(400))

export const hookBytes = (title: string) => Buffer.from(`hook of ${title} `.repeat(40))

/**
 * Stores a stand-in file under its hash. On this disk it is written straight to its place: it need
 * not outlast a power failure, and making sure that it does took three quarters of a track's time.
 */
async function keep({ blobs, bucket, uuid }: Ctx, bytes: Buffer) {
  const sha256 = sha256Hex(bytes)
  const path = bucket ? blobs.scratch(uuid()) : blobs.path(sha256)
  if (!bucket) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes)
  if (bucket) await blobs.adopt([{ path, sha256 }], () => {})
  return { sha256, bytes: bytes.length }
}

/** Puts a ready track on a casset, with stand-in files whose bytes can be told apart. */
export async function addReadyTrack(
  ctx: Ctx,
  cassetId: string,
  title: string,
  values: Partial<typeof tracks.$inferInsert> = {},
): Promise<typeof tracks.$inferSelect> {
  const master = await keep(ctx, masterBytes(title))
  const hook = await keep(ctx, hookBytes(title))
  const row = {
    id: ctx.uuid(),
    cassetId,
    hookId: ctx.uuid(),
    title,
    position: 1,
    status: 'READY',
    fileName: `${title}.mp3`,
    format: 'mp3',
    ...master,
    durationSec: 180.5,
    loudnessLufs: -14.2,
    hookStartSec: 35,
    hookDurationSec: 29.95,
    hookSha256: hook.sha256,
    hookBytes: hook.bytes,
    hookFormat: 'mp3',
    waveform: Array.from({ length: 500 }, (_, bin) => (bin % 10) / 9),
    createdAt: ctx.now(),
  } as const
  return ctx.db
    .insert(tracks)
    .values({ ...row, ...values })
    .returning()
    .get()
}

/**
 * A small named cast: the artist nova with two tracks, the listener ada, a draft and a private
 * casset.
 */
export async function world({ ctx }: { ctx: Ctx }) {
  const nova = cast(ctx, 'nova', { name: 'First Light', priceMinor: 700, bio: 'Songs recorded before breakfast.' })
  const ada = cast(ctx, 'ada', { published: false })
  const draft = cast(ctx, 'draft', { published: false })
  const hidden = cast(ctx, 'hidden', { privacy: 'private' })
  const dawn = await addReadyTrack(ctx, nova.cassetId, 'Dawn')
  const kettle = await addReadyTrack(ctx, nova.cassetId, 'Kettle', { position: 2, kind: 'GENERATION', durationSec: 61 })
  const secret = await addReadyTrack(ctx, hidden.cassetId, 'Secret')
  return { nova, ada, draft, hidden, dawn, kettle, secret }
}
