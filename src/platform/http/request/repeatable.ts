import type { Ctx } from '../../../context.ts'
import { invalid } from '../../../errors.ts'
import { hmac } from '../../../lib/hash/hmac.ts'
import { canonicalJson } from '../../../lib/json/canonical-json.ts'
import { say } from '../../../lib/language/say.ts'

export type MakeToken = (id: string) => string

/** Throws VALIDATION for a key that is too long or has invisible characters. */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (/^[!-~]{1,255}$/.test(key)) return key
  throw invalid('Idempotency-Key', say('An Idempotency-Key has 1 to 255 visible characters of ASCII.'))
}

/**
 * Returns a function that makes the tokens of an answer, of 256 bits. They are derived from the key
 * and from a secret that only the caller has, so that a lost answer can be given again without
 * being stored (rule: idempotency-key).
 */
export const repeatedToken =
  ({ secrets }: Ctx, use: string, key: string, secretOfAsker: string): MakeToken =>
  (id) =>
    hmac(hmac(secrets.audioToken, 'repeated tokens'), canonicalJson([use, key, secretOfAsker, id]))

/** Returns a token of 256 random bits. */
export const randomToken = (ctx: Ctx): string => Buffer.from(ctx.random(32)).toString('base64url')
