import type { Ctx } from '../../context.ts'

/** The parts that a signature has to cover, as `Accept-Signature` asks for them (RFC 9421). */
export const askedSignature =
  'sig1=("@method" "@target-uri" "content-digest" "signature-agent";key="sig1");created;expires;tag="web-bot-auth"'

type AnswerHeaders = Record<string, unknown>

/**
 * Returns the name of the agent that signed a request, which is the origin of its key directory;
 * null for a request without a signature of all that it says: its method, target and body (rule:
 * agent-name; HTTP Message Signatures, RFC 9421, as draft-ietf-webbotauth-httpsig-protocol-01 uses
 * them). The answer tells what one has to cover. Throws UNAUTHENTICATED for a signature that is not
 * valid, lives longer than an hour, or was used before.
 */
export function signedAgent(ctx: Ctx, request: Request, answer: AnswerHeaders): Promise<string | null> | null {
  const { headers } = request
  if (!headers.has('signature') && !headers.has('signature-input')) return null
  return verifyLater(ctx, request, answer)
}

/** Loaded at the first signature: few requests have one. */
async function verifyLater(ctx: Ctx, request: Request, answer: AnswerHeaders): Promise<string | null> {
  const { verifiedAgent } = await import('./verify-signature.ts')
  const agent = await verifiedAgent(ctx, request)
  if (agent === null) answer['accept-signature'] = askedSignature
  return agent
}
