import type { Ctx } from '../../context.ts'
import { secondStepPath } from '../../lib/account/second-step-path.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import type { Client } from '../session/session.ts'
import type { ProviderName } from './config.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { readAnswer, type Vouched } from './read-answer.ts'
import { type Flow, takeFlow } from './take-flow.ts'
import type { Trouble } from './trouble.ts'

export type Callback = { name: ProviderName; query: URLSearchParams; browserHash: string | null; viewer: Viewer | null }

type Sent = { location: string; signedIn?: { userId: string; token: string } }

/** Returns the page for a browser back from a provider, and who is signed in now. Never throws. */
export async function answerCallback(ctx: Ctx, back: Callback, client: Client): Promise<Sent> {
  const { name, query, browserHash, viewer } = back
  const flow = takeFlow(ctx, name, query.get('state') ?? '', browserHash)
  const failed = (trouble: Trouble): Sent => {
    const { address, userAgent } = client
    noteSecurity(ctx, 'sign_in_failed', { userId: flow?.userId ?? null, address, userAgent }, { by: name, trouble })
    return { location: pageOfTrouble(name, trouble, flow) }
  }
  if (!flow) return failed('expired')
  if (query.has('error')) return failed(query.get('error') === 'access_denied' ? 'cancelled' : 'refused')
  const told = await ask(ctx, flow, query)
  if (typeof told === 'string') return failed(told)
  const outcome = finishSignIn(ctx, flow, told, viewer, client)
  switch (outcome.kind) {
    case 'signed-in':
      return { location: flow.next, signedIn: outcome }
    case 'second':
      return { location: secondStepPath(flow.next, outcome.step) }
    case 'linked':
      return { location: flow.next }
    case 'new':
      return { location: '/signup/join' }
    case 'trouble':
      return failed(outcome.trouble)
  }
}

async function ask(ctx: Ctx, flow: Flow, query: URLSearchParams): Promise<Vouched | Trouble> {
  try {
    return await readAnswer(ctx, flow, query)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    ctx.log.warn('provider was not believed', { provider: flow.provider, fault: code })
    return isSilence(error) ? 'unavailable' : 'refused'
  }
}

/** Whether a provider failed to answer, in time or at all, rather than gave a wrong answer. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true
  const cause: unknown = error.cause
  if (cause instanceof Response) return cause.status >= 500
  return error.name === 'TypeError' || error.name === 'TimeoutError' || (cause instanceof Error && isSilence(cause))
}

function pageOfTrouble(name: ProviderName, trouble: Trouble, flow: Flow | undefined): string {
  const words = new URLSearchParams({ trouble, with: name })
  if (flow && flow.userId !== null) return `/account?${words}`
  if (flow) words.set('next', flow.next)
  return `/login?${words}`
}
