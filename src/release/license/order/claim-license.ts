import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { licenses } from '../../../../db/schema/release/license.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, notFound } from '../../../errors.ts'
import { sameText, sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { type Order, orderById, orderOfIntent } from '../../../order/order.ts'
import { settle } from '../../../order/settle/settle.ts'
import { stillWaiting } from '../../../order/settle/waiting-payment.ts'
import { tellLater } from '../../../order/tell-payment.ts'
import { randomToken, repeatedToken } from '../../../platform/http/request/repeatable.ts'
import { requireProcessor } from '../../../platform/payment/ask-processor.ts'
import { waitingFor } from '../../../platform/payment/waiting-for.ts'
import { licenseUrl, readCredentialText, statusUrl } from '../credential.ts'
import { lostCredential } from '../license-status.ts'
import type { Claim, License } from './checkout-model.ts'
import { linkOfToken } from './holder-link.ts'
import { type LicenseRow, licenseOf } from './record-license.ts'

/**
 * Returns the token of a paid license, once: only its hash is stored (rule: licenses). The holder
 * of the payment's client secret counts as the payer. With an Idempotency-Key the same claim can be
 * made again (rule: idempotency-key). Throws NOT_FOUND for anybody else, BAD_STATE while it is not
 * paid, once it has ended, and once it is claimed.
 */
export async function claimLicense(
  ctx: Ctx,
  { paymentIntentId, clientSecret }: Claim,
  idempotencyKey?: string,
): Promise<License> {
  const isOther = (order: Order | undefined) => order && order.kind !== 'license'
  if (isOther(orderOfIntent(ctx, paymentIntentId))) throw notFound('payment')
  // An order that a restored database has lost is rebuilt by this.
  const payment = await settle(ctx, requireProcessor(ctx), paymentIntentId)
  const order = orderOfIntent(ctx, paymentIntentId)
  if (!payment || !order || isOther(order)) throw notFound('payment')
  if (!sameText(payment.intent.client_secret ?? '', clientSecret)) throw notFound('payment')
  const waits = waitingFor(payment.intent)
  if (waits) throw stillWaiting(ctx, waits)
  const repeated = idempotencyKey && repeatedToken(ctx, 'license', idempotencyKey, clientSecret)(order.id)
  return issueToken(ctx, order.id, repeated || randomToken(ctx))
}

/**
 * Gives a paid license its token, unless it has it, and returns it. Throws BAD_STATE when it is not
 * paid, could not be delivered, has ended, or has another token.
 */
export async function issueToken(ctx: Ctx, orderId: string, token: string): Promise<License> {
  const tokenHash = sha256Hex(token)
  const isFree = or(isNull(licenses.tokenHash), eq(licenses.tokenHash, tokenHash))
  const held = await ctx.durably(() => {
    const known = licenseOf(ctx, orderId)?.tokenHash
    const claimed = ctx.db
      .update(licenses)
      .set({ tokenHash })
      .where(and(eq(licenses.orderId, orderId), isNotNull(licenses.credential), isNull(licenses.endedAt), isFree))
      .returning()
      .get()
    const holderUrl = claimed && linkOfToken(ctx, orderId, token)
    if (claimed && known !== tokenHash) tellLater(ctx, orderId)
    return holderUrl && { row: claimed, holderUrl }
  })
  if (!held) throw whyNot(ctx, orderId)
  return { token, ...toLicense(ctx, held.row), holderUrl: held.holderUrl }
}

function toLicense(ctx: Ctx, { orderId, releaseId, scopes, agreed, expiresAt, credential }: LicenseRow) {
  if (credential === null) throw new Error(`The license ${orderId} has no credential.`)
  return {
    licenseId: orderId,
    releaseId,
    scopes,
    agreed,
    expiresAt: new Date(expiresAt ?? 0).toISOString(),
    url: licenseUrl(ctx, orderId),
    statusUrl: statusUrl(ctx, orderId),
    credential: readCredentialText(credential),
  }
}

function whyNot(ctx: Ctx, orderId: string): AppError {
  if (orderById(ctx, orderId)?.state === 'UNDELIVERED') {
    const hint = say('There is nothing for you to do. Banks take about a week.')
    return new AppError('BAD_STATE', say('We cannot give you what you paid for, so all of it goes back to you.'), {
      hint,
    })
  }
  const license = licenseOf(ctx, orderId)
  if (!license?.grantedAt) {
    return new AppError('BAD_STATE', say('This license is not paid yet.'), {
      field: 'paymentIntentId',
      hint: say('Pay first, then claim it.'),
    })
  }
  if (license.endedAt !== null) {
    return new AppError('BAD_STATE', say('This license has ended: the money went back.'), {
      field: 'token',
      hint: say('Ask for a new quote.'),
    })
  }
  if (license.credential === null) return lostCredential(ctx)
  const hint = say('Its token was shown once. If it is lost, ask the artist.')
  return new AppError('BAD_STATE', say('This license was claimed already.'), { field: 'token', hint })
}
