import { and, eq, inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import { users } from '../../../db/schema/account/account.ts'
import { disputeFiles } from '../../../db/schema/earnings/dispute.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { maxEvidenceBytes } from '../../lib/payment/evidence-files.ts'
import { accountOfOrder } from '../../lib/payment/order-parties.ts'
import { settle } from '../../order/settle/settle.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { feesJob } from '../../platform/job/job-kinds.ts'
import { askForNew, isRefused } from '../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import type { Dispute, NewEvidence } from './model.ts'
import { type OwnDispute, ownDispute, whereAnswered } from './own-dispute.ts'
import { type DisputeDetails, readDispute } from './read-disputes.ts'

const feeAfterMs = 3_600_000

/**
 * Sends evidence to the bank, which takes it once, and returns the dispute. Throws NOT_FOUND,
 * FORBIDDEN, VALIDATION for evidence without content and for files that are not of this dispute or
 * too large together, BAD_STATE when the dispute takes none, UNAVAILABLE.
 */
export function sendEvidence(ctx: Ctx, author: Viewer, id: string, asked: NewEvidence): Promise<Dispute> {
  ownDispute(ctx, author, id)
  // One at a time: two clicks send one answer.
  return paymentLock(ctx)(`evidence ${id}`, async () => {
    const own = ownDispute(ctx, author, id)
    const processor = whereAnswered(ctx, own)
    const evidence = evidenceOf(ctx, own, asked)
    try {
      await askForNew(
        ctx,
        processor,
        (stripe, options) =>
          stripe.disputes.update(
            own.dispute.processorId,
            { evidence, submit: true, metadata: { answeredAt: ctx.now() } },
            options,
          ),
        `evidence-${ctx.uuid()}`,
      )
    } catch (error) {
      if (!isRefused(error)) throw error
      // It was answered in the processor's dashboard, or decided meanwhile: the caller is told so.
      await refresh(ctx, processor, own)
      whereAnswered(ctx, ownDispute(ctx, author, id))
      throw error
    }
    ctx.log.info('evidence was sent', { disputeId: id, userId: author.userId })
    await refresh(ctx, processor, own)
    await ctx.jointly(() => {
      // The processor may take a while to charge the fee for answering.
      for (const afterMs of [0, feeAfterMs]) {
        ctx.jobs.add(feesJob, {}, { key: `answered ${id} ${afterMs}`, runAt: ctx.now() + afterMs })
      }
    })
    return readDispute(ctx, id).dispute
  })
}

async function refresh(ctx: Ctx, processor: Processor, { order }: OwnDispute): Promise<void> {
  if (order.paymentIntentId !== null) await settle(ctx, processor, order.paymentIntentId)
}

function evidenceOf(ctx: Ctx, { dispute }: OwnDispute, asked: NewEvidence): Stripe.DisputeUpdateParams.Evidence {
  const { productDescription = '', accessActivityLog = '', statement = '' } = asked
  const texts = [statement, productDescription, accessActivityLog]
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const files = uploadedFiles(ctx, dispute.id, asked.files ?? {})
  if (texts.length === 0 && files.size === 0) {
    throw invalid('statement', say('Evidence needs a text or a file.'), say('Say what happened, in your own words.'))
  }
  const all = [...files.values()]
  if (dispute.state === 'APPEAL') {
    return { appeal: { card: { reason_for_filing: texts.join('\n\n'), supporting_files: all } } }
  }
  const given = {
    product_description: productDescription.trim(),
    access_activity_log: accessActivityLog.trim(),
    uncategorized_text: statement.trim(),
    customer_communication: files.get('customerCommunication'),
    service_documentation: files.get('serviceDocumentation'),
    uncategorized_file: files.get('other'),
    ...aboutBuyer(ctx, readDispute(ctx, dispute.id).details),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
}

/** The buyer and the time of purchase: the bank compares them with its customer's account. */
function aboutBuyer({ db }: Ctx, { order, buyer }: DisputeDetails) {
  const { buyerEmail, receiptEmail } = order
  const account = accountOfOrder(order)
  const whose = account === null ? undefined : eq(users.id, account)
  const email = whose
    ? db.select({ email: users.email }).from(users).where(whose).get()?.email
    : buyerEmail || receiptEmail
  return {
    customer_name: buyer?.displayName,
    customer_email_address: email ?? undefined,
    service_date: new Date(order.paidAt ?? order.createdAt).toISOString().slice(0, 10),
  }
}

/** Returns the processor's ids of uploaded files by their purpose. Throws VALIDATION. */
function uploadedFiles({ db }: Ctx, disputeId: string, asked: NonNullable<NewEvidence['files']>): Map<string, string> {
  const wanted = Object.entries(asked).filter(([, id]) => id !== undefined)
  const ids = wanted.map(([, id]) => id)
  const rows = db
    .select()
    .from(disputeFiles)
    .where(and(eq(disputeFiles.disputeId, disputeId), inArray(disputeFiles.id, ids)))
    .all()
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > maxEvidenceBytes) {
    throw invalid(
      'files',
      say('The files are too large together.'),
      say('Banks take at most {maxEvidenceBytes} MB.', { maxEvidenceBytes: maxEvidenceBytes / 1_000_000 }),
    )
  }
  return new Map(
    wanted.map(([name, id]) => {
      const file = byId.get(id)
      if (!file) throw invalid(`files.${name}`, say('There is no such file of this dispute.'), say('Upload it again.'))
      return [name, file.processorId]
    }),
  )
}
