import { isLoopback } from '../../platform/http/site/site.ts'

type Env = Readonly<Record<string, string | undefined>>

export const providerNames = ['google', 'apple', 'discord', 'oidc'] as const
export type ProviderName = (typeof providerNames)[number]

/** How this site proves itself to Apple: with a key in place of a secret. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string }

export type ProviderConfig = {
  name: ProviderName
  label: string
  issuer: URL
  clientId: string
  secret: string | AppleKey
}

export const known = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  apple: { label: 'Apple', issuer: 'https://appleid.apple.com' },
  discord: { label: 'Discord', issuer: 'https://discord.com' },
} as const

const variablesOf = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  oidc: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
} as const satisfies Record<ProviderName, readonly string[]>

/**
 * Reads the outside providers (rule: providers). One without its variables is absent; one with only
 * some is a fault.
 */
export function readIdentityConfig(env: Env) {
  const faults: { name: string; problem: string }[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const providers: ProviderConfig[] = []
  for (const name of providerNames) {
    const variables = variablesOf[name]
    const missing = variables.filter((each) => text(each) === undefined)
    if (missing.length === variables.length) continue
    for (const each of missing) faults.push({ name: each, problem: `is needed with ${variables.join(', ')}` })
    const variable = `${name.toUpperCase()}_ISSUER`
    const issuer = readIssuer(text(variable) ?? (name === 'oidc' ? '' : known[name].issuer))
    if (!issuer && text(variable) !== undefined)
      faults.push({ name: variable, problem: 'must be an https address (http for this machine only)' })
    if (missing.length > 0 || !issuer) continue
    const label = name === 'oidc' ? (text('OIDC_NAME') ?? issuer.host) : known[name].label
    const [clientId = '', secret = ''] = variables.slice(name === 'oidc' ? 1 : 0).map((each) => text(each) ?? '')
    providers.push({ name, label, issuer, clientId, secret: name === 'apple' ? appleKey(text) : secret })
  }
  return { providers, faults }
}

// A key in one line of an .env file has its line ends spelled out.
const appleKey = (text: (name: string) => string | undefined): AppleKey => ({
  teamId: text('APPLE_TEAM_ID') ?? '',
  keyId: text('APPLE_KEY_ID') ?? '',
  privateKey: (text('APPLE_PRIVATE_KEY') ?? '').replaceAll('\\n', '\n'),
})

function readIssuer(raw: string): URL | undefined {
  const url = URL.parse(raw)
  if (!url || url.username || url.search || url.hash) return undefined
  const isHere = isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url : undefined
}
