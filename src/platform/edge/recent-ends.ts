import type { StreamEnd } from '../hub/event.ts'
import { type Ticket, ticketMs } from './relay/ticket.ts'

/**
 * Remembers which streams were ended for as long as an earlier ticket would let its holder in
 * again: a ban or a sign-out also ends issued tickets.
 */
export function createRecentEnds(monotonicMs: () => number) {
  let ends: { which: StreamEnd; at: number; until: number }[] = []

  return {
    /** Notes an end; `at` is the primary's clock. */
    note(which: StreamEnd, at: number): void {
      const now = monotonicMs()
      ends = [...ends.filter(({ until }) => until > now), { which, at, until: now + ticketMs }]
    },
    /** Returns whether a ticket was issued before its holder's streams were ended. */
    has: ({ room, member, at: givenAt }: Ticket): boolean =>
      ends.some(
        ({ which, at }) =>
          givenAt <= at &&
          (which.room === undefined || which.room === room) &&
          (which.userId === undefined || which.userId === member?.userId) &&
          (which.sessionId === undefined || which.sessionId === member?.sessionId),
      ),
  }
}
