import { sql } from 'drizzle-orm'
import { coMessages } from '../../../db/schema/room/co-casset.ts'
import { artistOf } from '../../account/artist.ts'
import { cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { memberCasset } from './find-co-casset.ts'
import type { Message } from './model.ts'
import { publishToMembers } from './open-stream.ts'
import { toMessage } from './read-room.ts'

/**
 * Stores a message in the room of a co-casset and sends it to its members. Throws NOT_FOUND for a
 * stranger, VALIDATION for invisible text.
 */
export function postMessage(ctx: Ctx, slug: string, author: Viewer, typed: string): Message {
  const { casset } = memberCasset(ctx, slug, author)
  const text = cleanLines(typed)
  if (text === null) throw invalid('text', say('Write something.'))
  const row = { id: ctx.uuid(), cassetId: casset.id, artistId: author.artistId, text, createdAt: ctx.now() }
  const { seq } = ctx.db.insert(coMessages).values(row).returning({ seq: sql<number>`rowid` }).get()
  const message = toMessage(ctx, { message: row, author: artistOf(ctx, author.userId) })
  publishToMembers(ctx, casset.id, seq, message)
  return message
}
