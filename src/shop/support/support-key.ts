import type { Ctx } from '../../context.ts'
import { hmac, sameText } from '../../lib/hash/hmac.ts'
import { type Support, supportById } from './support.ts'

// A hash and an id without its hyphens.
const proofLength = 22
const keyPattern = /^([\w-]{22})([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

const proofOf = (secret: string, id: string): string => hmac(secret, `support ${id}`).slice(0, proofLength)

/**
 * Returns the page on which a support is seen and ended by whoever has its link, signed in or not.
 * The link of each email is the same, and works as long as the site has its secrets.
 */
export function supportUrl({ secrets, site }: Ctx, { id }: Pick<Support, 'id'>): string {
  const [secret = ''] = secrets.session
  return `${site.origin}/support/${proofOf(secret, id)}${id.replaceAll('-', '')}`
}

/** Undefined for a key that this site did not write, and for what nobody paid yet. */
export function supportOfKey(ctx: Ctx, key: string): Support | undefined {
  const [, proof = '', ...parts] = keyPattern.exec(key) ?? []
  const id = parts.join('-')
  const isOurs = ctx.secrets.session.some((secret) => sameText(proofOf(secret, id), proof))
  const support = isOurs ? supportById(ctx, id) : undefined
  return support?.state === 'BEGUN' ? undefined : support
}
