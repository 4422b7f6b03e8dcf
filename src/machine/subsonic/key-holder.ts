import { viewerOfHandle, viewerOfKey } from '../../account/session/app-key.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sameText } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { secondsUntil, tryToSpend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { Failure } from './failure.ts'

const md5Hex = (text: string): string => new Bun.CryptoHasher('md5').update(text).digest('hex')

const encoded = /^enc:((?:[0-9a-f]{2})+)$/i

function decoded(password: string): string {
  const [, hex] = encoded.exec(password) ?? []
  return hex === undefined ? password : Buffer.from(hex, 'hex').toString()
}

/**
 * Returns whose key a request has: as `apiKey`, or as the password of a handle, plain or hashed
 * with a salt. Throws a failure for none, several and a wrong one, and RATE_LIMIT for an address
 * that guesses.
 */
export function holderOfKey(ctx: Ctx, asked: URLSearchParams, address: string): Viewer {
  const wait = secondsUntil(ctx.limiter, 'app-key-failure', address)
  if (wait > 0) throw new AppError('RATE_LIMIT', say('Too many wrong keys.'), { retryAfter: wait })
  const find = wayIn(ctx, asked)
  const viewer = find()
  if (viewer) return viewer
  tryToSpend(ctx.limiter, 'app-key-failure', address)
  if (asked.has('apiKey')) throw new Failure('wrongKey', say('This app key is unknown, or was removed.'))
  throw new Failure(
    'wrongPassword',
    say('Wrong name or app key. The name is your handle; app keys are made on your account’s page.'),
  )
}

function wayIn(ctx: Ctx, asked: URLSearchParams): () => Viewer | null {
  const [key, handle, token, salt, password] = ['apiKey', 'u', 't', 's', 'p'].map((name) => asked.get(name))
  if (key) {
    if (handle || token || password) throw new Failure('twoWays', say('Send an apiKey, or u with t and s: not both.'))
    return () => viewerOfKey(ctx, key)
  }
  if (!handle) throw new Failure('missing', say('The parameter "{name}" is missing.', { name: 'apiKey' }))
  if (token && salt)
    return () => viewerOfHandle(ctx, handle, (each) => sameText(md5Hex(each + salt), token.toLowerCase()))
  if (password) return () => viewerOfHandle(ctx, handle, (each) => sameText(each, decoded(password)))
  throw new Failure('missing', say('The parameter "{name}" is missing.', { name: token ? 's' : 't' }))
}
