import { Type as t } from '@sinclair/typebox'
import { resourceMissing } from '../request/api-error.ts'
import { listRoute } from '../request/list-route.ts'
import { Metadata } from '../request/metadata.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { EvidenceParams, updateDispute } from './evidence.ts'
import { closeDispute, retrieveDispute } from './move-dispute.ts'

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
  listRoute(
    '/v1/disputes',
    ['charge', 'payment_intent'],
    (request) => request.store.dispute,
    (request, { id }) => retrieveDispute(request, id),
  ),
  route('GET', '/v1/radar/early_fraud_warnings/:id', strictObject(Expand), (ctx, _, id) => {
    const warning = ctx.store.early_fraud_warning.get(id)
    if (!warning) throw resourceMissing('early_fraud_warning', id)
    return warning
  }),
  listRoute(
    '/v1/radar/early_fraud_warnings',
    ['charge', 'payment_intent'],
    (request) => request.store.early_fraud_warning,
  ),
]
