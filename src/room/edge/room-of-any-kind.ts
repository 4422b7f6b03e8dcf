import { viewerOfSession } from '../../account/session/viewer.ts'
import { refuseBanned } from '../../casset/access/member-status.ts'
import { visibleCassetById, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { RoomPast } from '../../platform/hub/event.ts'
import { cassetOfMembersRoom, mayListenAsMember, readMembersPast } from '../co-casset/open-stream.ts'
import { readPast } from '../listener/read-past.ts'

/** Knows the listeners' and the members' room of a casset; undefined for an unknown room. */
export function readRoom(ctx: Ctx, room: string): RoomPast | undefined {
  const shared = cassetOfMembersRoom(room)
  if (!worldById(ctx, shared ?? room)) return undefined
  return shared === undefined ? readPast(ctx, room) : readMembersPast(ctx, shared)
}

/** A listener; null for guests. */
type Listening = { room: string; userId: string | null; sessionId: string | null }

/** Requires that they are signed in, not banned, and able to see the casset. */
export function mayListen(ctx: Ctx, { room, userId, sessionId }: Listening): boolean {
  const viewer = sessionId === null ? null : viewerOfSession(ctx, sessionId)
  if (sessionId !== null && viewer?.userId !== userId) return false
  const shared = cassetOfMembersRoom(room)
  try {
    if (shared !== undefined) return viewer !== null && mayListenAsMember(ctx, shared, viewer)
    visibleCassetById(ctx, room, viewer)
    if (viewer) refuseBanned(ctx, room, viewer.userId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
