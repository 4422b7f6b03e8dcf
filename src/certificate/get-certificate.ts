import { Type as t } from '@sinclair/typebox'
import { inTransaction } from '../../db/commits.ts'
import type { Ctx } from '../context.ts'
import { defineJob } from '../job/define-job.ts'
import { dayMs } from '../lib/calendar.ts'
import { accountKey, forgetAccount, openAccount } from './account.ts'
import { openAcme } from './acme-client.ts'
import { type CertificateRow, certificateRow, changeRow, dueAt, pairOf, spanOf } from './certificate.ts'
import { pauseAfter, planRenewal, tryAfterStart } from './next-try.ts'
import { orderCertificate } from './order-certificate.ts'
import { adviceFor, Refusal, Unreachable } from './refusal.ts'
import { readSuggestion } from './suggestion.ts'

const noOrder = { orderDirectory: null, orderUrl: null, orderKey: null } as const
const noFailure = { failures: 0, problem: null, advice: null, notUntil: null } as const
const longestWaitMs = 14 * dayMs

const kind = { kind: 'get-certificate', payload: t.Object({ domain: t.String() }) }

/** Gets the certificate of the site's name, and renews it for ever (rules 1.11 and 1.12). */
export const getCertificateJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 1,
  maxAttempts: 100_000,
  endsAtStop: true,
  isEnabled: ({ config }) => config.domain !== undefined,
  atStart(ctx) {
    const { domain = '', https } = ctx.config
    const row = certificateRow(ctx, domain)
    if (row) plan(ctx, domain, tryAfterStart(row, https.directory, ctx.now()))
  },
  async run(ctx, { domain }, _, signal) {
    const row = certificateRow(ctx, domain)
    // Planned for another time since, or for another name.
    if (domain !== ctx.config.domain || !row || (row.nextAt ?? 0) > ctx.now()) return
    try {
      await lookAt(ctx, row, signal)
    } catch (error) {
      if (signal.aborted) throw error
      noteFailure(ctx, row, error)
    }
  },
})

function plan(ctx: Ctx, domain: string, nextAt: number, set: Partial<CertificateRow> = {}): void {
  inTransaction(ctx.db, () => {
    changeRow(ctx, domain, { ...set, nextAt })
    ctx.jobs.add(kind, { domain }, { key: `${domain} ${nextAt}`, runAt: nextAt })
  })
}

async function lookAt(ctx: Ctx, row: CertificateRow, signal: AbortSignal): Promise<void> {
  const { directory } = ctx.config.https
  const due = dueAt(row, directory)
  if (due === undefined) return obtain(ctx, row, undefined, signal)
  // Where the last one could not be used at once.
  const pair = pairOf(row)
  if (pair) ctx.certificateNews.publish(pair)
  const suggestion = await readSuggestion(ctx, row, signal)
  const random = Buffer.from(ctx.random(4)).readUInt32BE() / 2 ** 32
  const { renewAt, lookAgainMs } = planRenewal(row, due, suggestion, random)
  if (renewAt <= ctx.now()) return obtain(ctx, row, suggestion?.name, signal)
  plan(ctx, row.domain, Math.min(renewAt, ctx.now() + lookAgainMs), noFailure)
}

async function obtain(ctx: Ctx, row: CertificateRow, replaces: string | undefined, signal: AbortSignal): Promise<void> {
  const { directory } = ctx.config.https
  const { domain } = row
  ctx.log.info('certificate.asked', { domain, of: new URL(directory).host })
  ctx.certificateNews.answers.clear()
  const acme = await openAcme(ctx, directory, signal)
  const key = await accountKey(ctx, directory)
  const order = async () => {
    const account = await openAccount(ctx, acme, directory, key)
    return orderCertificate(ctx, { acme, domain, directory, signer: { key, account }, replaces, signal })
  }
  const pair = await order().catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind !== 'accountDoesNotExist') throw error
    forgetAccount(ctx, directory)
    return order()
  })
  const done = { ...spanOf(pair, domain), ...noOrder, ...noFailure, directory, triedAt: ctx.now() }
  const set = { ...done, chain: pair.cert, privateKey: pair.key }
  plan(ctx, domain, Math.min(ctx.now() + dayMs, dueAt({ ...row, ...set }, directory) ?? 0), set)
  ctx.certificateNews.publish(pair)
  ctx.log.info('certificate.got', { domain, validUntil: new Date(done.notAfter).toISOString() })
}

/** Keeps why a try failed, for the doctor, and when the next one is (rule 1.12). */
function noteFailure(ctx: Ctx, { domain, failures }: CertificateRow, error: unknown): void {
  const now = ctx.now()
  const problem = error instanceof Error ? error.message : String(error)
  const advice = adviceFor(error, domain, ctx.config.https.directory)
  const isTold = error instanceof Refusal
  const notUntil = isTold && error.waitMs !== undefined ? now + Math.min(error.waitMs, longestWaitMs) : null
  const nextAt = Math.max(now + pauseAfter(failures + 1), notUntil ?? 0)
  // What is no answer of the authority leaves the order as it is; a certificate that does not fit is not taken again.
  const left = isTold || error instanceof Unreachable ? {} : noOrder
  plan(ctx, domain, nextAt, { ...left, failures: failures + 1, triedAt: now, problem, advice, notUntil })
  const nextTry = new Date(nextAt).toISOString()
  ctx.log.warn('certificate.not_got', { domain, reason: problem, check: advice, nextTry })
}
