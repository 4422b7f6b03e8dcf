import { type Static, t } from 'elysia'
import { Waiting } from '../../order/shape.ts'
import { closed, Handle } from '../../platform/http/request/schema.ts'

const minor = t.Integer()

/**
 * The changes of the debt of the site's owner to an artist in a month, in minor units of one
 * currency: closing = opening + net + transfers. Amounts are positive for the artist.
 */
export const StatementSums = t.Object({
  currency: t.String(),
  opening: minor,
  gross: minor,
  returned: minor,
  processorFees: minor,
  platformFees: minor,
  vat: minor,
  other: minor,
  net: minor,
  transfers: minor,
  closing: minor,
  waiting: Waiting,
  corrections: t.Integer({ description: 'how much of the net is about sales of earlier months' }),
})

export const Statement = t.Object({
  id: t.String(),
  number: t.String(),
  month: t.String({ description: 'such as 2026-11' }),
  handle: t.String({ ...Handle, description: 'the handle of its artist on that day' }),
  isSelfBilled: t.Boolean({ description: 'whether an invoice is written from it' }),
  issuedAt: t.String(),
  currencies: t.Array(StatementSums),
})

export const Statements = t.Object({ statements: t.Array(Statement), nextCursor: t.Union([t.String(), t.Null()]) })

export const MonthQuery = t.Object({ month: t.String({ maxLength: 10, description: 'such as 2026-11' }) }, closed)

export type Statement = Static<typeof Statement>
