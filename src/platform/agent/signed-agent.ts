import type { Ctx } from '../../context.ts'

/**
 * Returns the name of the agent that signed a request, which is the origin of its key directory;
 * null for a request without a signature (rule: agent-name; HTTP Message Signatures, RFC 9421, as
 * draft-ietf-webbotauth-httpsig-protocol-01 uses them). Throws UNAUTHENTICATED for a signature that
 * is not valid, does not name this site, lives longer than an hour, or came before.
 */
export function signedAgent(ctx: Ctx, request: Request): Promise<string> | null {
  const { headers } = request
  if (!headers.has('signature') && !headers.has('signature-input')) return null
  return verifyLater(ctx, request)
}

/** Loaded at the first signature: few requests have one. */
async function verifyLater(ctx: Ctx, request: Request): Promise<string> {
  const { verifiedAgent } = await import('./verify-signature.ts')
  return verifiedAgent(ctx, request)
}
