import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { askedSignature, signedAgent } from './signed-agent.ts'

const signers = new WeakMap<Request, string>()

/**
 * Verifies who signed a request, before its body is looked at (rule: order-of-checks). Throws
 * UNAUTHENTICATED for one that is not signed, or not whole: for routes of agents with a name.
 */
export async function requireSignature(ctx: Ctx, request: Request): Promise<void> {
  const agent = await signedAgent(ctx, request, {})
  if (agent === null)
    throw new AppError('UNAUTHENTICATED', say('The agent has to sign this request.'), {
      hint: say(
        'Sign it as Web Bot Auth has it (RFC 9421, with the tag "web-bot-auth"), its method, target and content-digest too.',
      ),
      headers: { 'accept-signature': askedSignature },
    })
  signers.set(request, agent)
}

/** Returns who signed a request that `requireSignature` has let through. */
export function signerOf(request: Request): string {
  const agent = signers.get(request)
  if (agent === undefined) throw new Error('this request was not verified')
  return agent
}
