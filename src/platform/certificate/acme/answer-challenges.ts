import { Type as t } from '@sinclair/typebox'
import { calculateJwkThumbprint } from 'jose'
import type { Ctx } from '../../../context.ts'
import { certificateNews } from '../news.ts'
import { type AcmeClient, parseAnswer, type Signer } from './acme-client.ts'
import { Problem, Refusal } from './refusal.ts'

const Challenge = t.Object({
  type: t.String(),
  url: t.String(),
  status: t.String(),
  token: t.Optional(t.String()),
  error: t.Optional(Problem),
})
const Authorization = t.Object({ status: t.String(), challenges: t.Array(Challenge) })

export type Asking = {
  acme: AcmeClient
  domain: string
  directory: string
  signer: Signer
  /** The certificate that it replaces (RFC 9773), as its authority names it. */
  replaces: string | undefined
  signal: AbortSignal
}

const readAuthorization = async ({ acme, signer }: Asking, url: string) =>
  parseAnswer(Authorization, (await acme.post(url, null, signer)).text)

/**
 * Makes the plain port answer the authority's challenges, and tells the authority to check
 * (http-01). Throws Refusal, Unreachable.
 */
export async function answerChallenges(ctx: Ctx, asking: Asking, authorizations: readonly string[]): Promise<void> {
  const { acme, signer } = asking
  const thumbprint = await calculateJwkThumbprint(signer.key.publicJwk)
  for (const url of authorizations) {
    const { status, challenges } = await readAuthorization(asking, url)
    if (status !== 'pending') continue
    const challenge = challenges.find(({ type }) => type === 'http-01')
    if (challenge?.token === undefined) {
      throw new Refusal({ type: 'unsupported', detail: 'it does not check names by http (http-01)' })
    }
    const isAsked = certificateNews(ctx).answers.has(challenge.token)
    certificateNews(ctx).answers.set(challenge.token, `${challenge.token}.${thumbprint}`)
    if (!isAsked && challenge.status === 'pending') await acme.post(challenge.url, {}, signer)
  }
}

/** Returns why the authority could not verify the name. Throws Refusal and Unreachable. */
export async function firstProblem(asking: Asking, authorizations: readonly string[]): Promise<Problem | undefined> {
  for (const url of authorizations) {
    const { challenges } = await readAuthorization(asking, url)
    const problem = challenges.find(({ error }) => error !== undefined)?.error
    if (problem !== undefined) return problem
  }
  return undefined
}
