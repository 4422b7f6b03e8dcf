import { expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { type Payments, pay, rejection, startPayments, startReceiver } from '../support/test-processor/stripe.ts'
import { createShapeCheck } from '../support/test-processor/stripe-schema.ts'

type NewDispute = Parameters<Payments['test']['openDispute']>[1]

async function disputed(payments: Payments, kind: NewDispute = {}): Promise<Stripe.Dispute> {
  const { latest_charge } = await pay(payments, 'bypassPending')
  const id = await payments.test.openDispute(String(latest_charge), kind)
  return payments.stripe.disputes.retrieve(id)
}

const nets = ({ balance_transactions: lines }: Stripe.Dispute) => lines.map(({ net }) => net)
const pdf = new TextEncoder().encode('%PDF-1.7 sold and heard')

const upload = (
  { stripe }: Payments,
  data: Uint8Array = pdf,
  purpose: 'dispute_evidence' | 'business_logo' = 'dispute_evidence',
) => stripe.files.create({ purpose, file: { data, name: 'log.pdf', type: 'application/pdf' } })

test('a dispute of a part takes that part and the fee, and gives the part back when it is won', async () => {
  await using payments = startPayments()
  const opened = await disputed(payments, { amount: 300, reason: 'product_not_received' })
  expect([opened.amount, opened.reason, nets(opened)]).toEqual([300, 'product_not_received', [-1_800]])
  await payments.test.moveDispute(opened.id, 'won')
  expect(nets(await payments.stripe.disputes.retrieve(opened.id))).toEqual([-1_800, 300])
})

test('a dispute after a refund takes the money a second time', async () => {
  await using payments = startPayments()
  const { id, latest_charge } = await pay(payments, 'bypassPending')
  await payments.stripe.refunds.create({ payment_intent: id })
  const dispute = await payments.stripe.disputes.retrieve(await payments.test.openDispute(String(latest_charge)))
  expect([dispute.amount, nets(dispute)]).toEqual([1_000, [-2_500]])
})

test('a prevented dispute takes the money without a fee and ends there', async () => {
  await using payments = startPayments()
  const { id, status, ...dispute } = await disputed(payments, { kind: 'prevented' })
  expect([status, nets({ id, status, ...dispute }), dispute.evidence_details.due_by]).toEqual([
    'prevented',
    [-1_000],
    0,
  ])
  expect(await rejection(payments.stripe.disputes.close(id))).toMatchObject({ code: 'dispute_already_closed' })
  const evidence = { uncategorized_text: 'But it was sold.' }
  expect(await rejection(payments.stripe.disputes.update(id, { evidence }))).toMatchObject({ statusCode: 400 })
})

test('a lost dispute is appealed with a file, and the money comes back when the appeal is won', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const { id } = await disputed(payments)
  await payments.test.moveDispute(id, 'lost')
  await payments.test.moveDispute(id, 'appeal_needs_response')
  const { id: file } = await upload(payments)
  const card = { reason_for_filing: 'It was heard to the end.', supporting_files: [file] }
  const appealed = await stripe.disputes.update(id, { evidence: { appeal: { card } }, submit: true })
  expect([appealed.status, nets(appealed), appealed.evidence.appeal]).toEqual([
    'appeal_under_review',
    [-2_500],
    { card },
  ])
  expect((await createShapeCheck())('dispute', appealed)).toEqual([])
  await payments.test.moveDispute(id, 'won')
  expect(nets(await stripe.disputes.retrieve(id))).toEqual([-2_500, 1_000])
  expect(payments.test.moveDispute(id, 'lost')).rejects.toThrow('A dispute cannot go from won to lost.')
})

test('an inquiry that escalates takes what was not refunded meanwhile', async () => {
  await using payments = startPayments()
  const { stripe, test } = payments
  const part = await disputed(payments, { kind: 'inquiry' })
  await stripe.refunds.create({ charge: String(part.charge), amount: 400 })
  await test.moveDispute(part.id, 'needs_response')
  expect(nets(await stripe.disputes.retrieve(part.id))).toEqual([-2_100])
  const whole = await disputed(payments, { kind: 'inquiry' })
  await stripe.refunds.create({ charge: String(whole.charge) })
  await test.moveDispute(whole.id, 'needs_response')
  expect(nets(await stripe.disputes.retrieve(whole.id))).toEqual([])
})

test('the events tell what happens to the money, in that order', async () => {
  await using payments = startPayments()
  using hook = startReceiver()
  await payments.stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ['*'] })
  const { id } = await disputed(payments)
  await payments.test.moveDispute(id, 'under_review')
  await payments.test.moveDispute(id, 'won')
  const events = (await payments.stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse()
  expect(events.filter((type) => type.startsWith('charge.dispute'))).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ])
})

test('evidence is texts and uploaded files, and tells when it came too late', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const { id, evidence_details } = await disputed(payments)
  expect(evidence_details.due_by).toBe(Math.floor(payments.now() / 1_000) + 21 * 86_400)
  const file = await upload(payments)
  expect((await createShapeCheck())('file', file)).toEqual([])
  expect(await stripe.files.retrieve(file.id)).toMatchObject({
    purpose: 'dispute_evidence',
    type: 'pdf',
    size: pdf.length,
  })
  const evidence = { product_description: 'An album.', service_documentation: file.id }
  const staged = await stripe.disputes.update(id, { evidence, submit: false })
  expect([staged.status, staged.evidence_details.has_evidence]).toEqual(['needs_response', true])
  await payments.tick(22 * 86_400_000)
  const late = await stripe.disputes.update(id, { evidence: { customer_name: 'Ada' } })
  expect(late).toMatchObject({
    status: 'under_review',
    evidence: { ...evidence, customer_name: 'Ada' },
    evidence_details: { past_due: true, submission_count: 1 },
  })
})

test("evidence that Stripe would not take is refused in Stripe's words", async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const { id } = await disputed(payments)
  const logo = await upload(payments, pdf, 'business_logo')
  const refused = (evidence: Stripe.DisputeUpdateParams['evidence'] = {}) =>
    rejection(stripe.disputes.update(id, { evidence }))
  const long = 'x'.repeat(20_000)
  expect(await refused({ receipt: 'file_none' })).toMatchObject({
    code: 'resource_missing',
    param: 'evidence[receipt]',
  })
  expect(await refused({ receipt: logo.id })).toMatchObject({ statusCode: 400, param: 'evidence[receipt]' })
  expect(await refused({ uncategorized_text: `${long}x` })).toMatchObject({ statusCode: 400 })
  const unknown = await payments.ask('POST', `/v1/disputes/${id}`, { form: 'evidence[no_such]=1' })
  expect(unknown.body.error).toMatchObject({ code: 'parameter_unknown', param: 'evidence[no_such]' })
  const texts = ['access_activity_log', 'cancellation_rebuttal', 'product_description', 'refund_policy_disclosure']
  const more = ['refund_refusal_explanation', 'service_date', 'shipping_carrier', 'uncategorized_text']
  const form = [...texts, ...more].map((name) => `evidence[${name}]=${long}`).join('&')
  const heavy = await payments.ask('POST', `/v1/disputes/${id}`, { form })
  expect([heavy.status, heavy.body.error]).toMatchObject([400, { param: 'evidence' }])
  expect((await stripe.disputes.retrieve(id)).evidence_details.has_evidence).toBe(false)
})

test('an upload that is no picture or PDF, is empty or too large is refused', async () => {
  await using payments = startPayments()
  const large = new Uint8Array(5_000_001)
  large.set(pdf)
  expect(await rejection(upload(payments, new TextEncoder().encode('MZ')))).toMatchObject({
    statusCode: 400,
    param: 'file',
  })
  expect(await rejection(upload(payments, large))).toMatchObject({ statusCode: 400, param: 'file' })
  expect(await rejection(upload(payments, new Uint8Array(6_000_000)))).toMatchObject({ statusCode: 413 })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await payments.ask('POST', '/v1/files', { form: 'nonsense', headers })).status).toBe(400)
  expect((await payments.ask('POST', '/v1/files', { form: 'purpose=dispute_evidence' })).body.error).toMatchObject({
    code: 'parameter_missing',
  })
})
