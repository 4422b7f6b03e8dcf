import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { roomEvents } from '../../../db/schema/room/room.ts'
import { artistOf } from '../../account/artist.ts'
import { memberStatusOf } from '../../casset/access/member-status.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import { toPerson } from '../../casset/comment/to-comment.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import type { TellTip } from '../../shop/tip/record-tip.ts'
import { hasWord, toLine } from '../comment/clean-comment.ts'
import { emojiInText } from '../comment/comment-emoji.ts'
import { roomSettings } from '../room-settings.ts'
import type { Tip } from '../shape.ts'
import { addEvent, publishToRoom } from '../store-event.ts'

/** How old a payment may be when its tip is told. */
export const newsMs = 3_600_000

/** Sends a room an event that was stored in a transaction of others. */
export const tellStoredJob = defineJob('tell-room', {
  payload: t.Object({ cassetId: t.String(), eventId: t.Integer() }),
  concurrency: 16,
  maxAttempts: 3,
  run: async (ctx, { cassetId, eventId }) => {
    const event = ctx.db.select().from(roomEvents).where(eq(roomEvents.id, eventId)).get()
    if (event) publishToRoom(ctx, cassetId, { ...event, json: event.json ?? '{}' })
  },
})

/**
 * Stores a paid tip as an event of its room, which is sent after the commit. A tip that was paid
 * long ago, and one by a banned listener, is left out; so is a message that could not be a comment.
 * Called in a transaction.
 */
export const announceTip: TellTip = (ctx, { userId, cassetId, amountMinor, currency, message, paidAt }) => {
  const world = worldById(ctx, cassetId)
  const status = memberStatusOf(ctx, cassetId, userId)
  if (!world || status?.banned || ctx.now() - paidAt > newsMs) return
  const text = toLine(message ?? '')
  const isShown = text !== '' && !status?.muted && !hasWord(text, roomSettings(ctx, cassetId).words)
  const tip: Tip = {
    author: toPerson(ctx, artistOf(ctx, userId)),
    amount: { amount: amountMinor, currency },
    message: isShown ? text : null,
    emojiIds: isShown ? emojiInText(ctx, world, text, { userId }) : [],
    createdAt: new Date(paidAt).toISOString(),
  }
  const { id: eventId } = addEvent(ctx, cassetId, 'tip', tip)
  ctx.jobs.add(tellStoredJob, { cassetId, eventId })
}
