import { setTimeout as pause } from 'node:timers/promises'
import { Type as t } from '@sinclair/typebox'
import { exportPKCS8, generateKeyPair } from 'jose'
import type { Ctx } from '../../../context.ts'
import { type CertificateRow, certificateRow, changeRow, type KeyPair } from '../certificate.ts'
import { type AcmeAnswer, parseAnswer } from './acme-client.ts'
import { type Asking, answerChallenges, firstProblem } from './answer-challenges.ts'
import { Problem, Refusal, Unreachable } from './refusal.ts'

const Order = t.Object({
  status: t.String(),
  authorizations: t.Array(t.String()),
  finalize: t.String(),
  certificate: t.Optional(t.String()),
  error: t.Optional(Problem),
})
const patienceMs = 300_000
const leastPauseMs = 50
const longestPauseMs = 5_000
const longestWaitMs = 60_000

/**
 * Orders a certificate and proves by the plain port that the name is ours (http-01). The order and
 * the certificate's key are stored before the authority acts on them, so that a try after a crash
 * continues from there (rule: renewal). Throws Refusal and Unreachable.
 */
export async function orderCertificate(ctx: Ctx, asking: Asking): Promise<KeyPair> {
  const { acme, signer, domain, signal } = asking
  const { url, key, answer } = (await resumeOrder(ctx, asking)) ?? (await beginOrder(ctx, asking))
  const until = ctx.monotonicMs() + patienceMs
  let last = answer
  for (let round = 0; ctx.monotonicMs() < until; round += 1) {
    const order = parseAnswer(Order, last.text)
    if (order.status === 'valid' && order.certificate !== undefined) {
      return { cert: (await acme.post(order.certificate, null, signer)).text, key }
    }
    if (order.status === 'invalid') {
      forgetOrder(ctx, domain)
      throw new Refusal((await firstProblem(asking, order.authorizations)) ?? order.error ?? {})
    }
    if (order.status === 'pending') await answerChallenges(ctx, asking, order.authorizations)
    const finalized = order.status === 'ready' ? await finalize(asking, order.finalize, key) : undefined
    if (!finalized) await pause(pauseMs(last, round), undefined, { signal })
    last = finalized ?? (await acme.post(url, null, signer))
  }
  throw new Unreachable('the certificate authority has not decided within five minutes')
}

/** Growing pauses, and never less than the authority requests, even if it says 0 for ever. */
const pauseMs = ({ retryAfterMs = 0 }: AcmeAnswer, round: number) =>
  Math.min(longestWaitMs, Math.max(retryAfterMs, Math.min(longestPauseMs, leastPauseMs * 2 ** Math.min(round, 10))))

type Opened = { url: string; key: string; answer: AcmeAnswer }

async function resumeOrder(ctx: Ctx, { acme, signer, domain, directory }: Asking): Promise<Opened | undefined> {
  const { orderDirectory, orderUrl: url, orderKey: key } = certificateRow(ctx, domain) ?? {}
  if (orderDirectory !== directory || !url || !key) return undefined
  try {
    const answer = await acme.post(url, null, signer)
    if (parseAnswer(Order, answer.text).status !== 'invalid') return { url, key, answer }
  } catch (error) {
    // An expired order no longer exists. In any other case it may already hold a certificate.
    if (!(error instanceof Refusal) || error.kind !== 'malformed') throw error
  }
  return undefined
}

async function beginOrder(ctx: Ctx, { acme, signer, domain, directory, replaces }: Asking): Promise<Opened> {
  const made = await generateKeyPair('ES256', { extractable: true })
  const key = await exportPKCS8(made.privateKey)
  const ask = (more: object) =>
    acme.post(acme.directory.newOrder, { identifiers: [{ type: 'dns', value: domain }], ...more }, signer)
  const answer = await ask(replaces === undefined ? {} : { replaces }).catch((error: unknown) => {
    // The authority has already replaced it, or does not know it.
    if (replaces !== undefined && error instanceof Refusal && /^(?:alreadyReplaced|malformed)$/.test(error.kind)) {
      return ask({})
    }
    throw error
  })
  if (answer.location === null) throw new Unreachable('the certificate authority gave no address of the order')
  const order: Partial<CertificateRow> = { orderDirectory: directory, orderUrl: answer.location, orderKey: key }
  changeRow(ctx, domain, order)
  return { url: answer.location, key, answer }
}

const forgetOrder = (ctx: Ctx, domain: string): void =>
  changeRow(ctx, domain, { orderDirectory: null, orderUrl: null, orderKey: null })

/** Undefined while the authority is not ready for that. */
async function finalize({ acme, signer, domain }: Asking, url: string, key: string): Promise<AcmeAnswer | undefined> {
  const { signingRequest } = await import('./signing-request.ts')
  try {
    return await acme.post(url, { csr: await signingRequest(domain, key) }, signer)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'orderNotReady') return undefined
    throw error
  }
}
