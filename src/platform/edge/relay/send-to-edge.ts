import type { Member } from '../../hub/event.ts'
import type { RelayConfig } from './config.ts'
import { signTicket } from './ticket.ts'

type Opened = { room: string; member: Member | null; isAlong: boolean; after: string | null; now: number }

/** The ticket states who they are, and their last event. */
export function sendToEdge({ roomsUrl, secret }: RelayConfig, { after, now, ...opened }: Opened): Response {
  const query = new URLSearchParams({ ticket: signTicket(secret, { ...opened, at: now }) })
  if (after !== null) query.set('lastEventId', after)
  const headers = { location: `${roomsUrl}/room?${query}`, 'cache-control': 'no-store' }
  return new Response(null, { status: 307, headers })
}
