import { importPKCS8, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { configState } from '../../platform/own-state.ts'
import type { AppleKey, ProviderConfig, ProviderName } from './config.ts'

const timeoutSec = 5
const keptMs = 3_600_000

/** Throws NOT_FOUND when it is not configured. */
export type Connect = (name: ProviderName) => Promise<{ provider: ProviderConfig; client: oidc.Configuration }>

/** Throws NOT_FOUND for a provider that is not configured. */
export function providerOf({ config }: Ctx, name: ProviderName): ProviderConfig {
  const provider = config.providers.find((each) => each.name === name)
  if (!provider) throw notFound('way to sign in')
  return provider
}

/** Creates the clients of the providers, each when it is first asked for, and again every hour. */
function createConnect(ctx: Ctx): Connect {
  const kept = new Map<ProviderName, { atMs: number; client: Promise<oidc.Configuration> }>()
  return async (name) => {
    const provider = providerOf(ctx, name)
    const found = kept.get(name)
    if (found && ctx.monotonicMs() - found.atMs < keptMs) return { provider, client: await found.client }
    const client = connectTo(provider)
    kept.set(name, { atMs: ctx.monotonicMs(), client })
    // Nobody waits an hour because a provider was down for a moment.
    client.catch(() => kept.delete(name))
    return { provider, client: await client }
  }
}

export const connectOf = configState(createConnect)

async function connectTo(provider: ProviderConfig): Promise<oidc.Configuration> {
  const { name, issuer, clientId, secret } = provider
  const auth = oidc.ClientSecretPost(typeof secret === 'string' ? secret : await appleSecret(provider, secret))
  if (name === 'discord') return discordClient(provider, auth)
  return oidc.discovery(issuer, clientId, {}, auth, {
    timeout: timeoutSec,
    // Without this option the library trusts an ID token because it arrived over the provider's
    // connection.
    execute: [oidc.enableNonRepudiationChecks, ...insecureHere(issuer)],
  })
}

/**
 * Discord has OAuth 2 and no OpenID Connect: its addresses are fixed, and a second request asks who
 * signed in.
 */
function discordClient({ issuer, clientId }: ProviderConfig, auth: oidc.ClientAuth): oidc.Configuration {
  const at = (path: string) => new URL(path, issuer).href
  const server = {
    issuer: issuer.origin,
    authorization_endpoint: at('/oauth2/authorize'),
    token_endpoint: at('/api/oauth2/token'),
    userinfo_endpoint: at('/api/users/@me'),
  }
  const client = new oidc.Configuration(server, clientId, {}, auth)
  client.timeout = timeoutSec
  for (const allow of insecureHere(issuer)) allow(client)
  return client
}

/** The configuration accepts http for this machine only, for a provider that tests run. */
const insecureHere = ({ protocol }: URL) => (protocol === 'http:' ? [oidc.allowInsecureRequests] : [])

/**
 * Apple's client secret is a token signed with its key; the client is created again before it
 * expires.
 */
async function appleSecret({ clientId, issuer }: ProviderConfig, { teamId, keyId, privateKey }: AppleKey) {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer.origin)
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(await importPKCS8(privateKey, 'ES256'))
}
