import { sameText } from '../../lib/hash/hmac.ts'
import type { KeyType } from '../route.ts'
import type { Server } from '../server.ts'
import { accountInvalid, unauthenticated } from './api-error.ts'

export type Keys = { readonly secret: string; readonly publishable: string }

/** Reads a bearer token or basic user name. Throws 401 for no key or a wrong one. */
export function authenticate(request: Request, keys: Keys): KeyType {
  const key = keyOf(request.headers.get('authorization'))
  if (key === undefined) {
    throw unauthenticated(
      'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
        "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (sameText(key, keys.publishable)) return 'publishable'
  if (/^(?:sk|rk)_test_/.test(key) && sameText(key, keys.secret)) return 'secret'
  throw unauthenticated(`Invalid API Key provided: ${masked(key)}`)
}

function keyOf(header: string | null): string | undefined {
  const [scheme, value] = header?.split(' ') ?? []
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() === 'basic')
    return Buffer.from(value ?? '', 'base64')
      .toString()
      .split(':')[0]
  return undefined
}

const masked = (key: string) => (key.length > 12 ? `${key.slice(0, 8)}****${key.slice(-4)}` : '****')

/** Returns the platform, or a connected account. Throws account_invalid. */
export function actingAccount(server: Server, request: Request): string {
  const id = request.headers.get('stripe-account') ?? request.headers.get('stripe-context')?.split('/').at(-1)
  if (!id || id === server.platform) return server.platform
  const account = server.stores.of(server.platform).account.get(id)
  if (account && !account.isDeauthorized && account.onboarding !== 'closed') return id
  throw accountInvalid(id)
}
