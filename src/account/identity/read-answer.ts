import * as oidc from 'openid-client'
import type { Ctx } from '../../context.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { cleanLine } from '../clean-text.ts'
import { callbackUrl } from './begin-sign-in.ts'
import { connectOf } from './connect.ts'
import type { Flow } from './take-flow.ts'

/** `email` is null unless the provider says that it has confirmed the address. */
export type Vouched = { subject: string; email: string | null; displayName: string }

type Claims = Readonly<Record<string, unknown>>

/**
 * Exchanges the answer of a provider for the person who signed in, after every check of OpenID
 * Connect: state, issuer, code verifier, and the ID token's signature, nonce, audience and time.
 * Throws what the library throws.
 */
export async function readAnswer(ctx: Ctx, flow: Flow, query: URLSearchParams): Promise<Vouched> {
  const { provider, nonce, verifier } = flow
  const { client } = await connectOf(ctx)(provider)
  const url = new URL(callbackUrl(ctx, provider))
  url.search = query.toString()
  const hasIdToken = provider !== 'discord'
  const tokens = await oidc.authorizationCodeGrant(client, url, {
    expectedState: query.get('state') ?? '',
    pkceCodeVerifier: verifier,
    ...(hasIdToken ? { expectedNonce: nonce, idTokenExpected: true } : {}),
  })
  const token = tokens.claims()
  const issuer = client.serverMetadata().issuer
  if (!token) return vouched(issuer, await askDiscord(client, tokens.access_token))
  const needsMore = token.email === undefined && client.serverMetadata().userinfo_endpoint !== undefined
  const told: Claims = needsMore ? await oidc.fetchUserInfo(client, tokens.access_token, token.sub) : token
  // The address and its confirmation come from the same answer.
  return vouched(issuer, { ...told, sub: token.sub, name: told.name ?? token.name })
}

/** Maps Discord's fields to the claims of OpenID Connect. */
async function askDiscord(client: oidc.Configuration, accessToken: string): Promise<Claims> {
  const url = new URL(client.serverMetadata().userinfo_endpoint ?? '')
  const answer = await oidc.fetchProtectedResource(client, accessToken, url, 'GET')
  const told: unknown = answer.ok ? await answer.json() : undefined
  const claim = (key: string): unknown => Reflect.get(Object(told), key)
  const name = claim('global_name') ?? claim('username')
  return { sub: claim('id'), email: claim('email'), email_verified: claim('verified'), name }
}

function vouched(issuer: string, { sub, email, email_verified: isVerified, name }: Claims): Vouched {
  if (typeof sub !== 'string' || sub === '') throw new Error('The provider named nobody.')
  // Apple sends the string "true" in place of the boolean; "false" means no.
  const isConfirmed = isVerified === true || isVerified === 'true'
  const address = isConfirmed && typeof email === 'string' ? (readAddress(email) ?? null) : null
  const displayName = cutText(cleanLine(typeof name === 'string' ? name : ''), longest.displayName)
  // The key includes the issuer: another provider configured under the same name later has subjects
  // of its own.
  return { subject: `${issuer} ${sub}`, email: address, displayName }
}
