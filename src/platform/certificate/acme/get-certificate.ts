import { Type as t } from '@sinclair/typebox'
import { inTransaction } from '../../../../db/commits.ts'
import type { Ctx } from '../../../context.ts'
import { dayMs, hourMs } from '../../../lib/time/calendar.ts'
import { defineJob } from '../../job/define-job.ts'
import {
  type CertificateRow,
  certificateRow,
  changeRow,
  dueAt,
  isChain,
  isUsable,
  pairOf,
  spanOf,
} from '../certificate.ts'
import { certificateNews } from '../news.ts'
import { readSuggestion } from '../suggestion.ts'
import { accountKey, forgetAccount, openAccount } from './account.ts'
import { openAcme } from './acme-client.ts'
import { pauseAfter, planRenewal, tryAfterStart } from './next-try.ts'
import { orderCertificate } from './order-certificate.ts'
import { adviceFor, Refusal, Unreachable } from './refusal.ts'

const noOrder = { orderDirectory: null, orderUrl: null, orderKey: null } as const
const noFailure = { failures: 0, problem: null, advice: null, notUntil: null } as const
const longestWaitMs = 14 * dayMs
// A certificate that would be renewed sooner would be ordered more than five times in an hour.
const leastUseMs = hourMs / 4

const kind = { kind: 'get-certificate', payload: t.Object({ domain: t.String() }) }

/** Renews for ever (rules: renewal, refused-certificate). */
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
  // A certificate that could not be used when it came is tried again.
  const pair = pairOf(row)
  if (pair) certificateNews(ctx).publish(pair)
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
  certificateNews(ctx).answers.clear()
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
  if (!isChain(pair.cert)) throw new Error('what came has something else than certificates in it')
  const span = spanOf(pair, domain)
  if (!(await isUsable(pair))) throw new Error('the certificate that came has a part that cannot be read')
  const now = ctx.now()
  const set = { ...span, ...noOrder, ...noFailure, directory, chain: pair.cert, privateKey: pair.key, triedAt: now }
  const due = dueAt({ ...row, ...set }, directory) ?? 0
  if (due > now + leastUseMs) plan(ctx, domain, Math.min(now + dayMs, due), set)
  else planAfterFailure(ctx, row, { ...dueAtOnce(span, now), set })
  certificateNews(ctx).publish(pair)
  ctx.log.info('certificate.got', { domain, validUntil: new Date(span.notAfter).toISOString() })
}

const dueAtOnce = ({ notBefore, notAfter }: { notBefore: number; notAfter: number }, now: number) => {
  const [from, to, at] = [notBefore, notAfter, now].map((ms) => new Date(ms).toISOString())
  const problem = `the certificate that came is due for renewal already: it is valid from ${from} to ${to}, and here it is ${at}`
  return { problem, advice: 'set the clock of this machine, for example by timedatectl set-ntp true' }
}

/** The doctor tells of it (rule: refused-certificate). */
function noteFailure(ctx: Ctx, row: CertificateRow, error: unknown): void {
  const problem = error instanceof Error ? error.message : String(error)
  const advice = adviceFor(error, row.domain, ctx.config.https.directory)
  const isTold = error instanceof Refusal
  const notUntil = isTold && error.waitMs !== undefined ? ctx.now() + Math.min(error.waitMs, longestWaitMs) : null
  // Network errors keep the order; an unusable certificate discards it.
  const set = isTold || error instanceof Unreachable ? {} : noOrder
  planAfterFailure(ctx, row, { problem, advice, notUntil, set })
}

type Failure = { problem: string; advice: string; notUntil?: number | null; set: Partial<CertificateRow> }

function planAfterFailure(ctx: Ctx, { domain, failures }: CertificateRow, failure: Failure): void {
  const { problem, advice, notUntil = null, set } = failure
  const now = ctx.now()
  const nextAt = Math.max(now + pauseAfter(failures + 1), notUntil ?? 0)
  plan(ctx, domain, nextAt, { ...set, failures: failures + 1, triedAt: now, problem, advice, notUntil })
  const nextTry = new Date(nextAt).toISOString()
  ctx.log.warn('certificate.not_got', { domain, reason: problem, check: advice, nextTry })
}
