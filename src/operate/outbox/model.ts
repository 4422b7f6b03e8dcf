import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { ListQuery } from '../../platform/http/request/list-query.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const TroubledEmail = t.Object({
  id: t.String(),
  to: t.String(),
  subject: t.String(),
  createdAt: t.String(),
  state: OneOf(['waiting', 'given-up', 'unsure']),
  said: t.String({ description: 'what the mail server said last, or why it was not sent' }),
  canSend: t.Boolean({ description: 'whether it is still of use, so that it may be sent again' }),
})

export const EmailsQuery = t.Object(
  {
    ...ListQuery.properties,
    q: t.Optional(
      Text({ maxLength: 320, description: 'part of an address, or the number of an order or of a receipt' }),
    ),
  },
  closed,
)

export const TroubledEmails = t.Object({ emails: t.Array(TroubledEmail), nextCursor: Nullable(t.String()) })

export type TroubledEmail = Static<typeof TroubledEmail>
export type TroubledEmails = Static<typeof TroubledEmails>
