import { Type as t } from '@sinclair/typebox'
import { resourceMissing } from '../api-error.ts'
import { isWithin, listPage } from '../list-page.ts'
import { Created, Expand, Metadata, Paging, strictObject } from '../read-params.ts'
import { route } from '../route.ts'
import { EvidenceParams, updateDispute } from './evidence.ts'
import { closeDispute, retrieveDispute } from './move-dispute.ts'

const ByCharge = { charge: t.Optional(t.String()), payment_intent: t.Optional(t.String()), created: Created, ...Paging }

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
    const { charge, payment_intent } = params
    const page = listPage(request.path, request.store.dispute, params, { charge, payment_intent }, (row) =>
      isWithin(row.created, params.created),
    )
    return { ...page, data: page.data.map((row) => retrieveDispute(request, row.id)) }
  }),
  route('GET', '/v1/radar/early_fraud_warnings/:id', strictObject(Expand), (ctx, _, id) => {
    const warning = ctx.store.early_fraud_warning.get(id)
    if (!warning) throw resourceMissing('early_fraud_warning', id)
    return warning
  }),
  route('GET', '/v1/radar/early_fraud_warnings', strictObject(ByCharge), (request, params) => {
    const { charge, payment_intent } = params
    return listPage(request.path, request.store.early_fraud_warning, params, { charge, payment_intent }, (row) =>
      isWithin(row.created, params.created),
    )
  }),
]
