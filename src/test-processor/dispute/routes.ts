import { Type as t } from '@sinclair/typebox'
import { resourceMissing } from '../api-error.ts'
import { isWithin, listPage } from '../list-page.ts'
import { Created, Expand, Metadata, Paging, strictObject } from '../read-params.ts'
import { route } from '../route.ts'
import { EvidenceParams, updateDispute } from './evidence.ts'
import { closeDispute, retrieveDispute } from './move-dispute.ts'

const ByCharge = { charge: t.Optional(t.String()), payment_intent: t.Optional(t.String()), created: Created, ...Paging }
type ByCharge = { charge?: string; payment_intent?: string; created?: Parameters<typeof isWithin>[1] }

const isAsked = (row: { charge: unknown; payment_intent?: unknown; created: number }, params: ByCharge): boolean =>
  (params.charge === undefined || row.charge === params.charge) &&
  (params.payment_intent === undefined || row.payment_intent === params.payment_intent) &&
  isWithin(row.created, params.created)

/** Operations on disputes and early fraud warnings. */
export const disputeRoutes = [
  route('GET', '/v1/disputes/:id', strictObject(Expand), (ctx, _, id) => retrieveDispute(ctx, id)),
  route(
    'POST',
    '/v1/disputes/:id',
    strictObject({
      evidence: t.Optional(EvidenceParams),
      submit: t.Optional(t.Boolean()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    (ctx, { evidence = {}, submit = true, metadata = {} }, id) =>
      updateDispute(ctx, id, { evidence, submit, metadata }),
  ),
  route('POST', '/v1/disputes/:id/close', strictObject(Expand), (ctx, _, id) => closeDispute(ctx, id)),
  route('GET', '/v1/disputes', strictObject(ByCharge), (request, params) => {
    const rows = request.store.dispute.newestFirst().filter((row) => isAsked(row, params))
    const page = listPage(request.path, rows, params)
    return { ...page, data: page.data.map((row) => retrieveDispute(request, row.id)) }
  }),
  route('GET', '/v1/radar/early_fraud_warnings/:id', strictObject(Expand), (ctx, _, id) => {
    const warning = ctx.store.early_fraud_warning.get(id)
    if (!warning) throw resourceMissing('early_fraud_warning', id)
    return warning
  }),
  route('GET', '/v1/radar/early_fraud_warnings', strictObject(ByCharge), (request, params) => {
    const rows = request.store.early_fraud_warning.newestFirst().filter((row) => isAsked(row, params))
    return listPage(request.path, rows, params)
  }),
]
