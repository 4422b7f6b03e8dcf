import { type Static, Type as t } from '@sinclair/typebox'
import { and, eq, isNull } from 'drizzle-orm'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import { accountsBehind } from '../../casset/member/members.ts'
import type { TakedownGround, Taken, TakenThing } from '../../casset/taken-thing.ts'
import { type Cause, tellHolders } from '../../casset/track/loss/tell-holders.ts'
import type { Ctx } from '../../context.ts'
import { pagePath } from '../../lib/text/slug.ts'

/** The state that giving an emoji back needs. */
export const SavedEmoji = t.Object({ withdrawnAt: t.Union([t.Integer(), t.Null()]) })

const byId = ({ db }: Ctx, id: string) => db.select().from(emojis).where(eq(emojis.id, id)).get()

/** Returns an emoji as somebody decides about it; undefined when there is none. */
export function findEmoji(ctx: Ctx, id: string): TakenThing | undefined {
  const row = byId(ctx, id)
  const world = row && worldById(ctx, row.cassetId)
  if (!row || !world) return undefined
  const { artist } = world
  const { userId, handle } = artist
  const userIds = accountsBehind(ctx, userId, [row.cassetId])
  return { userId, userIds, title: `:${row.shortcode}:`, path: pagePath(handle), takenDown: row.takenDown }
}

/**
 * Ends the sale of an emoji and shows its picture to nobody, also not where its buyers used it: an
 * emoji is there to be shown to others (rule: take-down). Called in a transaction; throws when
 * there is no such emoji.
 */
export function takeDownEmoji(ctx: Ctx, id: string, ground: TakedownGround): Taken<typeof SavedEmoji> {
  const row = byId(ctx, id)
  if (!row) throw new Error('An emoji was not found when it was taken down.')
  const { withdrawnAt } = row
  const hidden = { withdrawnAt: withdrawnAt ?? ctx.now(), takenDown: ground }
  ctx.db.update(emojis).set(hidden).where(eq(emojis.id, id)).run()
  return { saved: { withdrawnAt } }
}

/** Tells the holders of an emoji that it was taken down. Called in the transaction of its cause. */
export function tellOfEmoji(ctx: Ctx, id: string, { ground: _, ...cause }: Cause): void {
  const row = byId(ctx, id)
  const world = row && worldById(ctx, row.cassetId)
  if (!world) return
  const names = { title: `:${row.shortcode}:`, casset: world.casset.name, artist: world.artist.displayName }
  tellHolders(ctx, { emojiId: id, trackId: null, cassetId: row.cassetId, ...names, ...cause, heldUntil: ctx.now() })
}

/**
 * Shows the picture of an emoji again, and offers it if it was offered and no other one has its
 * shortcode by now. Called in a transaction.
 */
export function giveBackEmoji(ctx: Ctx, id: string, { withdrawnAt }: Static<typeof SavedEmoji>): undefined {
  const row = byId(ctx, id)
  if (!row) return
  const isOffered = and(eq(emojis.cassetId, row.cassetId), isNull(emojis.withdrawnAt))
  const rival = and(isOffered, eq(emojis.shortcode, row.shortcode))
  const isTaken = ctx.db.select({ id: emojis.id }).from(emojis).where(rival).get() !== undefined
  const values = { withdrawnAt: isTaken ? row.withdrawnAt : withdrawnAt, takenDown: null }
  ctx.db.update(emojis).set(values).where(eq(emojis.id, id)).run()
}
