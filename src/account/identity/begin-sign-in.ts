import { lte } from 'drizzle-orm'
import * as oidc from 'openid-client'
import { inTransaction } from '../../../db/commits.ts'
import { signInFlows } from '../../../db/schema/account/identity.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import type { ProviderName } from './config.ts'
import { connectOf } from './connect.ts'
import { flowMs } from './flow-cookie.ts'

export type NewFlow = {
  name: ProviderName
  browserHash: string
  next: string
  userId: string | null
  invitationId?: string | null
}

export const callbackUrl = ({ site }: Ctx, name: ProviderName): string => `${site.origin}/api/auth/${name}/callback`

const scopes = {
  google: 'openid email profile',
  apple: 'name email',
  discord: 'identify email',
  oidc: 'openid email profile',
}

/**
 * Begins a sign-in (rule: providers) and returns the provider's address to send the browser to.
 * Throws NOT_FOUND when the provider is not configured, and network errors when it does not answer.
 */
export async function beginSignIn(ctx: Ctx, flow: NewFlow): Promise<string> {
  const { name, browserHash, next, userId, invitationId = null } = flow
  const { client } = await connectOf(ctx)(name)
  const word = () => Buffer.from(ctx.random(32)).toString('base64url')
  const [state, nonce, verifier] = [word(), word(), word()]
  const now = ctx.now()
  inTransaction(ctx.db, () => {
    ctx.db.delete(signInFlows).where(lte(signInFlows.expiresAt, now)).run()
    const row = {
      stateHash: sha256Hex(state),
      browserHash,
      provider: name,
      nonce,
      verifier,
      next,
      userId,
      invitationId,
    }
    ctx.db
      .insert(signInFlows)
      .values({ ...row, createdAt: now, expiresAt: now + flowMs })
      .run()
  })
  return oidc.buildAuthorizationUrl(client, {
    redirect_uri: callbackUrl(ctx, name),
    scope: scopes[name],
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(name === 'discord' ? {} : { nonce }),
    // Apple returns the address only in a form post.
    ...(name === 'apple' ? { response_mode: 'form_post' } : {}),
  }).href
}
