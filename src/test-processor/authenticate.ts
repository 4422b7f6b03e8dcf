import { sameText } from '../lib/hmac.ts'
import { outOfReach, unauthenticated } from './fault.ts'
import type { Asker } from './route.ts'
import type { Till } from './till.ts'

/** The keys that open the processor. Only test keys exist. */
export type Keys = { readonly secret: string; readonly publishable: string }

/** Who asks, by the bearer key or basic user of a request. Throws 401. */
export function authenticate(request: Request, keys: Keys): Asker {
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

/** The account that a request acts for: the platform, or a connected one that still allows it. */
export function actingAccount(till: Till, request: Request): string {
  const asked = request.headers.get('stripe-account') ?? request.headers.get('stripe-context')?.split('/').at(-1)
  if (!asked || asked === till.platform) return till.platform
  const account = till.store.book(till.platform).account.get(asked)
  if (account && !account.isDeauthorized && account.standing !== 'closed') return asked
  throw outOfReach(asked)
}
