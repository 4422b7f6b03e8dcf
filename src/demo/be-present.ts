import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { demoAccount } from '../lib/account/demo-account.ts'
import { openRoom } from '../room/listener/open-room.ts'
import { playedBy } from './played-by.ts'

export const PRESENT = ['paper-boats', 'low-tide'] as const

/**
 * Lets two artists of the cast listen in the room of the demo's account as long as the demo runs,
 * so that nobody enters an empty one. One who was banned there, or finds no room, stays away.
 */
export function bePresent(ctx: Ctx): void {
  for (const handle of PRESENT) {
    try {
      const { viewer } = playedBy(ctx, demoAccount.handle)
      const { room, member, past } = openRoom(ctx, viewer.handle, playedBy(ctx, handle).viewer)
      const stream = ctx.hub.join(room, { member, after: null, past })
      // Read all the time: a stream that nobody reads is ended. It ends with the hub.
      void stream.pipeTo(new WritableStream()).catch(() => {})
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
}
