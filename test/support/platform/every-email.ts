import { users } from '../../../db/schema/account/account.ts'
import { contentReports } from '../../../db/schema/operate/moderation.ts'
import { resetEmail, verificationEmail } from '../../../src/account/email/emails.ts'
import { linkedEmail } from '../../../src/account/identity/emails.ts'
import { mailWays } from '../../../src/account/passkey/emails.ts'
import { mailPasswordChanged } from '../../../src/account/password/password-email.ts'
import { moveAddress } from '../../../src/account/recovery/change-email.ts'
import { mailConfirmation } from '../../../src/account/recovery/emails.ts'
import { recordConsent } from '../../../src/audience/mailing-list/record-consent.ts'
import { disputeEmail, failedRefundEmail, type Paper } from '../../../src/books/receipt/emails.ts'
import { issuedReceipt, readBought } from '../../../src/books/receipt/issue-receipt.ts'
import { sendFailureMail } from '../../../src/books/receipt/tell-failure.ts'
import { sendUndeliveredMail } from '../../../src/books/receipt/tell-undelivered.ts'
import { mailAllowed, mailAsked, mailClosedOwed, mailTakenBack } from '../../../src/books/seller/emails.ts'
import { emailOfLoss } from '../../../src/casset/track/loss/tell-holders.ts'
import { notifyOwner } from '../../../src/operate/doctor/notify-owner.ts'
import { emailExportReady } from '../../../src/operate/export/emails.ts'
import { confirmReport, tellReportersJob } from '../../../src/operate/moderation/report/notify-of-report.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { orderById } from '../../../src/order/order.ts'
import { queueEmail } from '../../../src/platform/mail/queue-email.ts'
import { queueLinks } from '../../../src/shop/guest/emails.ts'
import { notifyBuyer, type PreorderNews, toldOf } from '../../../src/shop/preorder/preorder-emails.ts'
import { tellSupporter } from '../../../src/shop/support/support-emails.ts'
import { tell } from '../account/notification.ts'
import { patchCasset } from '../casset/casset.ts'
import { makeOwner } from '../earnings/dispute.ts'
import { refundAsOwner } from '../earnings/sale.ts'
import { takenDown } from '../operate/decision.ts'
import { answer, askedFor, yes } from '../release/asking.ts'
import { openLicensing } from '../release/license.ts'
import { postTogether } from '../room/co-casset.ts'
import type { ServerOptions } from '../server.ts'
import { card, collect, settled } from '../shop/checkout.ts'
import { square, uploadPicture } from '../shop/emoji.ts'
import { give, takeWithout } from '../shop/gift.ts'
import { collectAsGuest } from '../shop/guest.ts'
import { askSupport, offerLevel, supportRow } from '../shop/support.ts'
import { cast } from '../world.ts'

const supportNews = [
  'announced',
  'refused for now',
  'needs a card',
  'bank asks',
  'waits for artist',
  'ended by supporter',
  'ended by artist',
  'ended unpaid',
] as const

/** A shop in which each kind of email is queued: to ada, to guests and to artists. */
export async function openEveryEmail(options: ServerOptions) {
  const shop = await openLicensing(options)
  const { svc, id, nova, ada, hidden, draft, dawn } = shop
  const { ctx } = svc
  const owner = cast(ctx, 'owner', { published: false })
  makeOwner(svc, owner)
  ctx.db.update(users).set({ emailVerifiedAt: 1 }).run()
  const email = 'ada@example.com'
  const look = { coverAssetId: await uploadPicture(svc, nova, square), themeTokens: { accent: '#2b6cb0' } }
  const looks = await patchCasset(svc, nova, look)
  if (looks.status !== 200) throw new Error(looks.text)

  // Accounts.
  for (const each of [verificationEmail(ctx, email), resetEmail(ctx, email), linkedEmail(ctx, email, 'Google')])
    queueEmail(ctx, each)
  mailWays(ctx, { email }, () => 'A passkey was added')
  mailPasswordChanged(ctx, { userId: ada.userId, email, how: 'changed' })
  mailConfirmation(ctx, ada.userId, 'new@example.org')
  moveAddress(ctx, draft.userId, 'moved@example.org', true)
  await svc.call('POST', '/api/admin/invitations', { cookie: owner.cookie, body: { email: 'guest@example.org' } })
  emailExportReady(ctx, { id: ctx.uuid(), confirmed: email })

  // Money.
  const { orderId } = await collect(svc, ada)
  const order = known(orderById(ctx, orderId))
  sendFailureMail(ctx, order, '/checkout/nova')
  sendUndeliveredMail(ctx, order, { amount_received: 700, currency: 'usd' }, () => 'nothing is left to hear')
  const { payer } = known(readBought(ctx, orderId))
  const paper: Paper = { order, payer, receipt: known(issuedReceipt(ctx, orderId)), keeps: true }
  queueEmail(ctx, failedRefundEmail(ctx, paper, { id: 're_1', amount: 250 }))
  queueEmail(ctx, disputeEmail(ctx, paper, { id: 'du_1', amount: 700, balance_transactions: [] }))
  const gift = await give(svc, ada, { email: 'kim@example.org', message: 'For your birthday' })
  await ctx.jobs.idle()
  const secret = issueLink(ctx, gift.orderId, 'gift')
  const taken = await takeWithout(svc, { secret, email: 'kim@example.org' })
  if (taken.status !== 200) throw new Error(taken.text)
  const guest = await collectAsGuest(svc)
  queueLinks(ctx, known(orderById(ctx, guest.orderId)), 'again')
  await svc.call('POST', '/api/withdraw', { body: { email: 'kim@example.org', order: guest.orderId } })
  await collect(svc, hidden, card('4000000000000259'))
  const tip = await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } })
  if (tip.status !== 200) throw new Error(tip.text)

  // Preorders, as of the order of now.
  const preordered = { id: ctx.uuid(), at: ctx.now(), holderId: ada.userId, isGift: false, mode: order.mode, order }
  for (const what of ['opened', 'moved', 'calledOff'] as const) {
    const news: PreorderNews = { cassetId: nova.cassetId, what, at: ctx.now() }
    notifyBuyer(ctx, news, toldOf(ctx, news), preordered)
  }

  // A support, as of its row.
  const begun = await askSupport(svc, ada, { levelId: await offerLevel(svc, nova) })
  if (begun.status !== 200) throw new Error(begun.text)
  const support = { ...supportRow(svc, ada), paidUntil: ctx.now() }
  for (const news of supportNews) tellSupporter(ctx, support, news)
  await refundAsOwner(svc, nova, orderId)
  await settled(svc)

  // Artists and the owner.
  const artist = { handle: 'nova', email: 'nova@example.com' }
  mailAsked(ctx, { artistId: nova.artistId, handle: 'nova', displayName: 'Nova' }, 1)
  mailAllowed(ctx, artist, 1)
  mailTakenBack(ctx, artist, 1)
  mailClosedOwed(ctx, { accountId: 'acct_1', artistId: nova.artistId }, [{ amount: 700, currency: 'usd' }])
  const found = { name: 'mail', ok: false, problem: 'It is down', fix: null, note: null, lost: false, place: 1 }
  notifyOwner(ctx, { bad: [{ ...found, since: 1, toldAt: null }], well: [] })
  tell(svc, nova, ada, 'one')
  await postTogether(svc, nova, '', { name: 'Two of us', slug: 'two', members: ['ada'] })
  await postTogether(svc, ada, '/two/accept')
  await postTogether(svc, nova, '/two/splits', { splits: { nova: 60, ada: 40 } })
  const requestId = await askedFor(svc, id)
  await answer(svc, nova, id, requestId, yes(150))

  // Listeners.
  recordConsent(ctx, {
    artistId: nova.artistId,
    email,
    userId: ada.userId,
    text: 'x',
    from: 'follow',
  })
  await svc.call('POST', '/api/casset/nova/follow-by-email', { body: { email: 'fan@example.org' } })
  await svc.call('POST', '/api/casset/nova/wish', { cookie: draft.cookie, body: { tells: true } })
  await patchCasset(svc, nova, { price: 500 })
  const lost = { trackId: dawn.id, cassetId: nova.cassetId, title: 'Dawn', casset: 'First Light', artist: 'Nova' }
  const reader = { reader: 'ada', address: email, hasPaid: true, reason: 'A claim' }
  for (const decisionId of [undefined, 'one']) {
    const { reason, ...to } = reader
    emailOfLoss(ctx, { ...lost, reason, ...(decisionId ? { decisionId } : {}) }, to)
  }
  // Refunding made nova the owner.
  await takenDown(svc, nova, { kind: 'track', id: dawn.id })
  ctx.db
    .insert(contentReports)
    .values({
      id: ctx.uuid(),
      kind: 'track',
      thingId: dawn.id,
      title: 'Dawn',
      path: '/@nova',
      reason: 'illegal',
      text: 'x',
      email: 'reporter@example.org',
      createdAt: 1,
      decidedAt: 1,
      outcome: 'dismissed',
      answer: 'It is theirs.',
    })
    .run()
  await ctx.jointly(() => confirmReport(ctx, { id: ctx.uuid(), email: 'reporter@example.org', kind: 'track' }))
  ctx.jobs.add(tellReportersJob, {}, { key: 'all' })
  await ctx.jobs.idle()
  svc.tick(25 * 3_600_000)
  await ctx.jobs.idle()
  return shop
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('It is not there.')
  return value
}
