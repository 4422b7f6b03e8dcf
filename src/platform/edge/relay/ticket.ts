import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { hmac, sameText } from '../../../lib/hash/hmac.ts'
import { tryJson } from '../../../lib/json/json.ts'
import { Member } from './entry.ts'

/** How long a ticket is valid. It may be used several times: browsers open streams twice. */
export const ticketMs = 60_000

const Ticket = t.Object({
  room: t.String(),
  member: t.Union([Member, t.Null()]),
  isAlong: t.Optional(t.Boolean()),
  at: t.Number(),
})

/** The right to listen in a room; `at` is the time of the decision, by the primary's clock. */
export type Ticket = Static<typeof Ticket>

const macOf = (secret: string, said: string) => hmac(secret, `room-ticket.v1|${said}`)

export function signTicket(secret: string, ticket: Ticket): string {
  const said = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${said}.${macOf(secret, said)}`
}

/** Returns the content of a ticket; undefined for one that was not signed with this secret. */
export function readTicket(secret: string, text: string): Ticket | undefined {
  const [said = '', mac = '', ...rest] = text.split('.')
  if (rest.length > 0 || !sameText(mac, macOf(secret, said))) return undefined
  const value = tryJson(Buffer.from(said, 'base64url').toString())
  return Value.Check(Ticket, value) ? value : undefined
}
