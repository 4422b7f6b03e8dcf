import type { tracks } from '../../../db/schema/casset/track.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { fixture, formBytes, sendForm } from '../casset/upload.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

type Track = typeof tracks.$inferSelect

export const uploadClip = (svc: TestServer, person: Person | null, bytes: Uint8Array | string, fileName = 'clip.mp4') =>
  sendForm(svc, '/api/hooks/clips', person?.cookie, formBytes([{ name: 'file', value: bytes, fileName }]))

/** The id of a clip that somebody uploaded. */
export async function addClip(svc: TestServer, person: Person): Promise<string> {
  const { status, json, text } = await uploadClip(svc, person, await fixture('m4a-plain.m4a'))
  if (status !== 201) throw new Error(`no clip: ${status} ${text}`)
  return String(Object(json).asset.id)
}

/**
 * Puts a clip of somebody's, with the file of a track, into the database, submitted to that track's
 * hook.
 */
export function addSubmittedClip({ ctx }: TestServer, { userId }: Person, { hookId, cassetId, sha256, bytes }: Track) {
  const [id, assetId, createdAt] = [ctx.uuid(), ctx.uuid(), ctx.now()]
  const file = { kind: 'clip', name: 'clip.mp3', contentType: 'audio/mpeg', sha256, bytes, durationSec: 12 } as const
  ctx.db
    .insert(assets)
    .values({ ...file, id: assetId, userId, createdAt })
    .run()
  const row = { id, hookId, cassetId, userId, assetId, caption: 'My cover', createdAt }
  return ctx.db.insert(submissions).values(row).returning().get()
}

/** Puts a link of somebody's into the database, submitted to a track's hook. */
export function addLinkedClip({ ctx }: TestServer, { userId }: Person, { hookId, cassetId }: Track, caption: string) {
  const url = 'https://video.example/watch?v=1'
  const row = { id: ctx.uuid(), hookId, cassetId, userId, url, caption, createdAt: ctx.now() }
  return ctx.db.insert(submissions).values(row).returning().get()
}
