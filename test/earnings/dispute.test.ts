import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { formBytes, formType } from '../support/casset/upload.ts'
import { addDispute, listed, makeOwner, openDisputed, read, send } from '../support/earnings/dispute.ts'
import { addSale } from '../support/earnings/sale.ts'
import type { TestServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { accessOf, card, collect, settled } from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const sharedShop = shareShop()

const dayMs = 86_400_000
const absent = '0193b5a0-0000-7000-8000-000000000000'
const iso = expect.stringMatching(/Z$/)
const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const pdf = bytesOf('%PDF-1.7 sold and heard')

async function upload(svc: TestServer, { cookie }: Person, id: string, value: Uint8Array = pdf) {
  const response = await svc.fetch(`/api/studio/disputes/${id}/files`, {
    method: 'POST',
    headers: { cookie, 'content-type': formType },
    body: formBytes([{ name: 'file', value, fileName: 'letters: ada.pdf' }]),
  })
  const json: { file?: { id: string; name: string; bytes: number }; code?: string } = await response.json()
  return { status: response.status, json, id: json.file?.id ?? '' }
}

test('the artist sees a dispute with its reason, amount and deadline; the buyer and others do not', async () => {
  const { svc, nova, ada, hidden, orderId, id } = await openDisputed(
    { amount: 300, reason: 'product_not_received' },
    {},
    sharedShop,
  )
  const dispute = {
    id,
    orderId,
    kind: 'casset',
    what: 'First Light',
    name: 'First Light',
    buyer: { handle: 'ada', displayName: 'Ada' },
    seller: { handle: 'nova', displayName: 'Nova' },
    amount: 300,
    currency: 'usd',
    paid: 700,
    paidAt: iso,
    reason: 'product_not_received',
    state: 'OPEN',
    canAnswer: true,
    answerBy: iso,
    answers: 0,
    openedAt: iso,
    endedAt: null,
  }
  expect(await read(svc, nova)).toEqual({ disputes: [dispute], nextCursor: null })
  const [{ answerBy } = { answerBy: '' }] = await listed(svc, nova)
  expect(Math.abs(Date.parse(answerBy ?? '') - svc.ctx.now() - 21 * dayMs)).toBeLessThan(60_000)
  const one = await read(svc, nova, `/${id}`)
  expect(one).toEqual({ dispute, suggestion: expect.anything() })
  for (const person of [ada, hidden]) {
    expect(await read(svc, person)).toEqual({ disputes: [], nextCursor: null })
    const { status } = await svc.call('GET', `/api/studio/disputes/${id}`, { cookie: person.cookie })
    expect([status, (await send(svc, person, id, { statement: 'x' })).status]).toEqual([403, 403])
    expect((await upload(svc, person, id)).status).toBe(403)
  }
  expect((await send(svc, nova, absent, { statement: 'x' })).status).toBe(404)
  expect((await upload(svc, nova, absent)).status).toBe(404)
})

test("the owner of the instance sees and answers every artist's disputes", async () => {
  const { svc, nova, hidden, id } = await openDisputed()
  await using _ = svc
  makeOwner(svc, hidden)
  expect(await listed(svc, hidden)).toMatchObject([{ id, state: 'OPEN' }])
  expect((await send(svc, hidden, id, { statement: 'Sold and heard.' })).status).toBe(200)
  expect(await listed(svc, nova)).toMatchObject([{ id, state: 'OPEN', answers: 1, canAnswer: false }])
})

test('disputes come in pages, newest first, and a cursor that we did not give is refused', async () => {
  const { svc, nova, hidden, bank, stripe, id } = await openDisputed({}, {}, sharedShop)
  svc.tick(5_000)
  const { paymentIntentId } = await collect(svc, hidden, card('4000000000000077'))
  await bank.openDispute(String((await stripe.paymentIntents.retrieve(paymentIntentId)).latest_charge))
  await settled(svc)
  const first = await read(svc, nova, '?limit=1')
  const cursor = String(Reflect.get(Object(first), 'nextCursor'))
  expect(first).toMatchObject({ disputes: [{ buyer: { handle: 'hidden' } }], nextCursor: cursor })
  expect(await read(svc, nova, `?limit=1&cursor=${cursor}`)).toMatchObject({ disputes: [{ id }], nextCursor: null })
  expect((await svc.call('GET', '/api/studio/disputes?cursor=no', { cookie: nova.cookie })).status).toBe(400)
})

test('evidence goes to the bank once, with words, files and who bought', async () => {
  const { svc, nova, ada, dawn, stripe, theirs, id } = await openDisputed({}, {}, sharedShop)
  const [mails, work] = [await upload(svc, nova, id), await upload(svc, nova, id, bytesOf('\x89PNG\r\n\x1a\n picture'))]
  expect([mails.status, mails.json]).toEqual([
    201,
    { file: { id: mails.id, name: 'letters- ada.pdf', bytes: pdf.length } },
  ])
  const answered = await send(svc, nova, id, {
    productDescription: ' An album. ',
    accessActivityLog: '',
    statement: 'It was heard to the end.',
    files: { customerCommunication: mails.id, serviceDocumentation: work.id },
  })
  expect([answered.status, answered.json]).toMatchObject([
    200,
    { dispute: { id, state: 'OPEN', canAnswer: false, answers: 1 } },
  ])
  const { evidence, status } = await stripe.disputes.retrieve(theirs)
  const given = Object.fromEntries(Object.entries(evidence).filter(([, value]) => typeof value === 'string'))
  expect([status, given]).toEqual([
    'under_review',
    {
      product_description: 'An album.',
      uncategorized_text: 'It was heard to the end.',
      customer_communication: expect.stringMatching(/^file_/),
      service_documentation: expect.stringMatching(/^file_/),
      customer_name: 'Ada',
      customer_email_address: 'ada@example.com',
      service_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ])
  expect((await stripe.files.retrieve(String(evidence.customer_communication))).type).toBe('pdf')
  const again = await send(svc, nova, id, { statement: 'And again.' })
  expect([again.status, again.json]).toMatchObject([409, { error: 'Your evidence is already with the bank.' }])
  expect((await upload(svc, nova, id)).status).toBe(409)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})

test('ten presses at once send the evidence once', async () => {
  const { svc, nova, stripe, theirs, id } = await openDisputed({}, {}, sharedShop)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_one, index) => send(svc, nova, id, { statement: `Press ${index}` })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect((await stripe.disputes.retrieve(theirs)).evidence_details.submission_count).toBe(1)
})

test('an appeal takes evidence of its own, and the money comes back when it is won', async () => {
  const { svc, nova, stripe, theirs, move, id } = await openDisputed({}, {}, sharedShop)
  await move('lost')
  const early = await send(svc, nova, id, { statement: 'Too early.' })
  expect([early.status, early.json]).toMatchObject([409, { error: 'This dispute is decided.' }])
  await move('appeal_needs_response')
  expect(await listed(svc, nova)).toMatchObject([{ state: 'APPEAL', canAnswer: true, endedAt: null }])
  const file = await upload(svc, nova, id)
  expect((await send(svc, nova, id, { statement: 'Look again.', files: { other: file.id } })).status).toBe(200)
  const { evidence, status } = await stripe.disputes.retrieve(theirs)
  expect([status, evidence.appeal]).toEqual([
    'appeal_under_review',
    { card: { reason_for_filing: 'Look again.', supporting_files: [expect.stringMatching(/^file_/)] } },
  ])
  await move('won')
  expect(await listed(svc, nova)).toMatchObject([{ state: 'KEPT', canAnswer: false, endedAt: iso }])
})

test('evidence that a bank would not take is refused, and says what to do', async () => {
  const { svc, nova, hidden, stripe, bank, theirs, id } = await openDisputed()
  await using _ = svc
  const { paymentIntentId } = await collect(svc, hidden, card('4000000000000077'))
  await bank.openDispute(String((await stripe.paymentIntents.retrieve(paymentIntentId)).latest_charge))
  await settled(svc)
  const other = (await listed(svc, nova)).find((each) => each.id !== id)
  const foreign = await upload(svc, nova, other?.id ?? '')
  const large = new Uint8Array(4_400_000)
  large.set(pdf)
  const [one, two] = [await upload(svc, nova, id, large), await upload(svc, nova, id, large)]
  for (const [body, field] of [
    [{}, 'statement'],
    [{ statement: '  ' }, 'statement'],
    [{ statement: 'x'.repeat(5_001) }, 'statement'],
    [{ statement: 7 }, 'statement'],
    [{ submit: true }, 'submit'],
    [{ files: { other: absent } }, 'files.other'],
    [{ files: { other: foreign.id } }, 'files.other'],
    [{ files: { receipt: one.id } }, 'files.receipt'],
    [{ files: { other: one.id, serviceDocumentation: two.id } }, 'files'],
  ] as const) {
    const { status, json } = await send(svc, nova, id, body)
    expect([Object.keys(body), status, json]).toMatchObject([Object.keys(body), 400, { code: 'VALIDATION', field }])
  }
  const tooLarge = new Uint8Array(4_500_001)
  tooLarge.set(pdf)
  expect((await upload(svc, nova, id, tooLarge)).status).toBe(413)
  for (const bytes of [bytesOf('MZ program'), bytesOf('<svg/>'), bytesOf(''), bytesOf('GIF89a')]) {
    expect(await upload(svc, nova, id, bytes)).toMatchObject({ status: 400, json: { code: 'VALIDATION' } })
  }
  expect(rowsOf(svc, 'dispute_files').length).toBe(3)
  expect((await stripe.disputes.retrieve(theirs)).evidence_details.has_evidence).toBe(false)
  // Words of 5,000 characters that take three bytes each: all of them are taken.
  const long = '曲'.repeat(5_000)
  const body = { productDescription: long, accessActivityLog: long, statement: long }
  expect((await send(svc, nova, id, body)).status).toBe(200)
})

test('evidence that was given elsewhere meanwhile is told, and a processor that is down sends none', async () => {
  let isDown = false
  const isUpdate = ({ method, url }: Request) => method === 'POST' && url.includes('/v1/disputes/')
  const intercept = async (request: Request, answer: () => Promise<Response>) =>
    isDown && isUpdate(request) ? new Response('<html>Bad gateway</html>', { status: 502 }) : answer()
  const { svc, nova, stripe, theirs, id } = await openDisputed({}, { testProcessor: { intercept } })
  await using _ = svc
  isDown = true
  const down = await send(svc, nova, id, { statement: 'Hello?' })
  expect([down.status, down.json]).toMatchObject([503, { code: 'UNAVAILABLE' }])
  isDown = false
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  await stripe.disputes.update(theirs, { evidence: { uncategorized_text: 'From the dashboard.' } })
  const late = await send(svc, nova, id, { statement: 'Hello!' })
  expect([late.status, late.json]).toMatchObject([409, { error: 'Your evidence is already with the bank.' }])
  expect((await stripe.disputes.retrieve(theirs)).evidence.uncategorized_text).toBe('From the dashboard.')
})

test('a dispute of another mode is not listed, and takes no evidence', async () => {
  const { svc, nova, ada } = await openDisputed({}, {}, sharedShop)
  const { id } = addDispute(svc, addSale(svc, ada, nova, { mode: 'live', paymentIntentId: 'pi_live' }))
  expect((await listed(svc, nova)).map((dispute) => dispute.id)).not.toContain(id)
  const { status, json } = await send(svc, nova, id, { statement: 'Sold and heard.' })
  const error = 'This sale was paid in another payment mode (test or live); switch PAYMENTS back to answer.'
  expect([status, json]).toEqual([409, { error, code: 'BAD_STATE' }])
  expect((await upload(svc, nova, id)).status).toBe(409)
})

test('a dispute that the bank decides without being asked takes no evidence', async () => {
  const { svc, nova, id } = await openDisputed({ kind: 'prevented' }, {}, sharedShop)
  expect(await listed(svc, nova)).toMatchObject([{ id, state: 'LOST', canAnswer: false, answerBy: null, endedAt: iso }])
  expect((await send(svc, nova, id, { statement: 'But it was sold.' })).status).toBe(409)
})

test('the words that evidence begins with are what we know of the sale, without the email address', async () => {
  const { svc, nova, orderId, id } = await openDisputed({}, {}, sharedShop)
  const { suggestion }: { suggestion: Record<string, string> } = JSON.parse(
    JSON.stringify(await read(svc, nova, `/${id}`)),
  )
  expect(suggestion.productDescription).toStartWith(
    `"First Light", an album of music by Nova, ${svc.ctx.site.origin}/@nova.`,
  )
  expect(suggestion.accessActivityLog?.split('\n')).toEqual([
    expect.stringMatching(/UTC: the account @ada, signed in, opened the checkout\.$/),
    expect.stringContaining(`: $7.00 was paid with Visa ending in 0077 (order ${orderId}).`),
    expect.stringContaining(': the purchase was in the account @ada.'),
    expect.stringContaining(': the receipt was issued; the account can read it at any time.'),
  ])
  expect(JSON.stringify(suggestion)).not.toContain('ada@example.com')
})
