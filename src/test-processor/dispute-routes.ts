import { Type as t } from '@sinclair/typebox'
import { closeDispute, disputeOf, submitEvidence } from './dispute.ts'
import { noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, Metadata, only, Paging } from './read-params.ts'
import { route } from './route.ts'

const ByCharge = { charge: t.Optional(t.String()), payment_intent: t.Optional(t.String()), created: Created, ...Paging }
type ByCharge = { charge?: string; payment_intent?: string; created?: Parameters<typeof isWithin>[1] }

const isAsked = (row: { charge: unknown; payment_intent?: unknown; created: number }, params: ByCharge): boolean =>
  (params.charge === undefined || row.charge === params.charge) &&
  (params.payment_intent === undefined || row.payment_intent === params.payment_intent) &&
  isWithin(row.created, params.created)

/** Disputes that special cards open: read, list, answer with evidence, close. */
export const disputeRoutes = [
  route('GET', '/v1/disputes/:id', only(Expand), (desk, _, id) => disputeOf(desk, id)),
  route(
    'POST',
    '/v1/disputes/:id',
    only({
      evidence: t.Optional(t.Record(t.String(), t.String({ maxLength: 20_000 }))),
      submit: t.Optional(t.Boolean()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    (desk, { evidence = {}, submit = true, metadata = {} }, id) => submitEvidence(desk, id, evidence, submit, metadata),
  ),
  route('POST', '/v1/disputes/:id/close', only(Expand), (desk, _, id) => closeDispute(desk, id)),
  route('GET', '/v1/disputes', only(ByCharge), (call, params) => {
    const rows = call.book.dispute.newestFirst().filter((row) => isAsked(row, params))
    const page = listPage(call.path, rows, params)
    return { ...page, data: page.data.map((row) => disputeOf(call, row.id)) }
  }),
  route('GET', '/v1/radar/early_fraud_warnings/:id', only(Expand), (desk, _, id) => {
    const warning = desk.book.early_fraud_warning.get(id)
    if (!warning) throw noSuch('early_fraud_warning', id)
    return warning
  }),
  route('GET', '/v1/radar/early_fraud_warnings', only(ByCharge), (call, params) => {
    const rows = call.book.early_fraud_warning.newestFirst().filter((row) => isAsked(row, params))
    return listPage(call.path, rows, params)
  }),
]
