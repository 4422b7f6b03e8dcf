import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { errorResponse } from '../http/answer/error-response.ts'
import { idleSec, streamHeaders } from '../http/answer/stream-headers.ts'
import type { StreamPlaces } from '../http/stream-places.ts'
import type { ReadPast } from '../hub/event.ts'
import type { Hub } from '../hub/hub.ts'
import { readTicket, type Ticket, ticketMs } from './relay/ticket.ts'

type Options = {
  hub: Hub
  secret: string
  places: StreamPlaces
  pastOf: (room: string) => ReadPast
  now: () => number
  /** Whether the streams of a ticket's holder were ended since it was given out. */
  hasEnded: (ticket: Ticket) => boolean
}

const elsewhere = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const

/** A browser does not retry after a 204; the client then asks the primary, which decides again. */
const over = () => new Response(null, { status: 204, headers: { ...elsewhere, 'cache-control': 'no-store' } })

/** Sends the stream, or an answer that leads the listener back to the primary. */
export function createListenerAnswer({ hub, secret, places, pastOf, now, hasEnded }: Options) {
  return async (request: Request, server: Bun.Server<unknown>, address: string): Promise<Response> => {
    const { searchParams } = new URL(request.url, 'http://edge')
    const ticket = readTicket(secret, searchParams.get('ticket') ?? '')
    if (!ticket) {
      const hint = 'Open the room at its own address, which leads here.'
      return answerError(new AppError('UNAUTHENTICATED', say('This ticket is not from this site.'), { hint }))
    }
    const isOver = () => now() > ticket.at + ticketMs || hasEnded(ticket)
    if (isOver()) return over()
    const { room, member, isAlong } = ticket
    const past = pastOf(room)
    let left: () => void
    try {
      left = places.take(address, member?.userId)
    } catch (error) {
      return answerError(error)
    }
    try {
      await hub.open(room, past)
      if (isOver() || request.signal.aborted) {
        left()
        return over()
      }
      server.timeout(request, idleSec)
      const after = request.headers.get('last-event-id') || searchParams.get('lastEventId') || null
      const stream = hub.join(room, { member, isAlong, after, past, left })
      return new Response(stream, { headers: { ...streamHeaders, ...elsewhere } })
    } catch {
      left()
      const message = 'This room cannot be opened at the moment.'
      return answerError(new AppError('UNAVAILABLE', message, { retryAfter: 2 }))
    }
  }
}

function answerError(thrown: unknown): Response {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL', say('Something went wrong.'))
  const response = errorResponse(error)
  for (const [name, value] of Object.entries(elsewhere)) response.headers.set(name, value)
  return response
}
