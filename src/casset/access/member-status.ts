import { and, eq, or, sql } from 'drizzle-orm'
import { prepared, rowsBy } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { roomMembers } from '../../../db/schema/room/moderation.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

export type MemberRow = typeof roomMembers.$inferSelect

const member = rowsBy(roomMembers, 'cassetId', 'userId')

/** Returns a row as it is in force now: mutes and bans may have expired. */
export const presentStatus = (ctx: Ctx, row: MemberRow): MemberRow =>
  row.until === null || row.until > ctx.now() ? row : { ...row, muted: false, banned: false, until: null, reason: null }

export function memberStatusOf(ctx: Ctx, cassetId: string, userId: string): MemberRow | undefined {
  const row = member(ctx.db).get({ cassetId, userId })
  return row && presentStatus(ctx, row)
}

const mutes = prepared((db) => {
  const isOfUser = and(eq(roomMembers.cassetId, cassets.id), eq(roomMembers.userId, sql.placeholder('userId')))
  return db
    .select({ status: roomMembers })
    .from(cassets)
    .innerJoin(roomMembers, isOfUser)
    .where(
      and(
        eq(cassets.artistId, sql.placeholder('artistId')),
        or(eq(roomMembers.muted, true), eq(roomMembers.banned, true)),
      ),
    )
})

/** Returns whether an artist has muted or banned an account in a room of theirs. */
export const isMutedBy = (ctx: Ctx, artistId: string, userId: string): boolean =>
  mutes(ctx.db)
    .all({ artistId, userId })
    .map(({ status }) => presentStatus(ctx, status))
    .some(({ muted, banned }) => muted || banned)

const reasonOf = ({ reason }: MemberRow) => (reason === null ? {} : { hint: say('Reason: {reason}', { reason }) })

/** Throws FORBIDDEN for an account that is banned from a casset's room (rule: mutes-and-bans). */
export function refuseBanned(ctx: Ctx, cassetId: string, userId: string): void {
  const status = memberStatusOf(ctx, cassetId, userId)
  if (!status?.banned) return
  throw new AppError(
    'FORBIDDEN',
    status.until === null
      ? say('You are banned from this room.')
      : say('You are banned from this room until {time}.', { time: new Date(status.until).toISOString() }),
    reasonOf(status),
  )
}

/** Throws FORBIDDEN for an account that is muted in a casset's room, or banned from it. */
export function refuseMuted(ctx: Ctx, cassetId: string, userId: string): void {
  refuseBanned(ctx, cassetId, userId)
  const status = memberStatusOf(ctx, cassetId, userId)
  if (!status?.muted) return
  throw new AppError(
    'FORBIDDEN',
    status.until === null
      ? say('You are muted in this room.')
      : say('You are muted in this room until {time}.', { time: new Date(status.until).toISOString() }),
    reasonOf(status),
  )
}
