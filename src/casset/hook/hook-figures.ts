import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { hookLikes, hooks } from '../../../db/schema/casset/hook.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'

export type HookFigures = { likes: number; liked: boolean }

const { placeholder } = sql

const select = (db: Db, which: SQL) =>
  db
    .select({ hookId: hooks.id, likes: hooks.likes, likedAt: hookLikes.createdAt })
    .from(hooks)
    .innerJoin(tracks, eq(tracks.id, hooks.trackId))
    .leftJoin(hookLikes, and(eq(hookLikes.hookId, hooks.id), eq(hookLikes.userId, placeholder('userId'))))
    .where(which)
const ofHook = prepared((db) => select(db, eq(hooks.id, placeholder('hookId'))))
const ofCasset = prepared((db) => select(db, eq(tracks.cassetId, placeholder('cassetId'))))

const toFigures = ({ likes, likedAt }: { likes: number; likedAt: number | null }): HookFigures => ({
  likes,
  liked: likedAt !== null,
})

const unliked: HookFigures = { likes: 0, liked: false }

/** Returns the figures of one hook, as a user or (null) a stranger sees them. */
export function hookFigures(ctx: Ctx, hookId: string, userId: string | null): HookFigures {
  const row = ofHook(ctx.db).get({ hookId, userId })
  return row ? toFigures(row) : unliked
}

export function hookFiguresOf(ctx: Ctx, cassetId: string, userId: string | null): (hookId: string) => HookFigures {
  const rows = ofCasset(ctx.db).all({ cassetId, userId })
  const byHook = new Map(rows.map((row) => [row.hookId, toFigures(row)]))
  return (hookId) => byHook.get(hookId) ?? unliked
}
