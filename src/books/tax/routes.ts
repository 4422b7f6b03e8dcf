import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { TaxDetails, UpdateTaxDetails } from './model.ts'
import { taxDetailsOf, updateTaxDetails } from './tax-details.ts'

const answer = { 200: t.Object({ taxDetails: TaxDetails }) }

/** Routes of an artist's details on receipts, for the tax office (rule: receipts). */
export const tax = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/tax-details', ({ author }) => ({ taxDetails: taxDetailsOf(ctx, author.artistId) }), {
      operation: 'getTaxDetails',
      summary: 'Read what your receipts say of tax',
      session: true,
      response: answer,
    })
    .patch('/api/studio/tax-details', ({ author, body }) => ({ taxDetails: updateTaxDetails(ctx, author, body) }), {
      operation: 'updateTaxDetails',
      summary: 'Change what your receipts say of tax',
      session: true,
      body: UpdateTaxDetails,
      response: answer,
    })
