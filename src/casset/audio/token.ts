import { eq, lt } from 'drizzle-orm'
import { oneShotTokens } from '../../../db/schema/casset/audio.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hmac, sameText, sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import type { Access } from '../access/decide-access.ts'

/** Lifetime of a signed audio URL (rule: signed-address: under a minute). */
export const tokenTtlMs = 55_000

/** Tokens of entitled viewers have a `sessionId`, to be revoked by; one-shot ones a `nonce`. */
export type AudioGrant = { access: Access; expiresAt: number; sessionId: string | null; nonce: string | null }

const letterOf = { hook: 'h', full: 'f' } as const
const tokenPattern = /^([hf])\.(\d{13})\.([0-9a-f-]{0,36})\.([A-Za-z0-9_-]{0,32})\.([A-Za-z0-9_-]{43})$/

const sign = (ctx: Ctx, trackId: string, said: string) => hmac(ctx.secrets.audioToken, `audio.v1|${trackId}|${said}`)

/** Signs (HMAC-SHA-256) a grant: track, access, expiry and session (rule: signed-address). */
export function signAudioToken(ctx: Ctx, trackId: string, grant: AudioGrant): string {
  const said = [letterOf[grant.access], grant.expiresAt, grant.sessionId ?? '', grant.nonce ?? ''].join('.')
  return `${said}.${sign(ctx, trackId, said)}`
}

const refused = () =>
  new AppError('FORBIDDEN', say('This audio link is invalid or has expired.'), { hint: say('Ask for a new one.') })

/** Throws FORBIDDEN when it is forged, for another track, or expired. */
export function readAudioToken(ctx: Ctx, trackId: string, token: string): AudioGrant {
  const match = tokenPattern.exec(token)
  if (!match) throw refused()
  const [, letter, expiry, sessionId = '', nonce = '', mac = ''] = match
  const said = token.slice(0, token.lastIndexOf('.'))
  const expiresAt = Number(expiry)
  const isOurs = sameText(mac, sign(ctx, trackId, said))
  if (!isOurs || expiresAt <= ctx.now() || expiresAt > ctx.now() + tokenTtlMs) throw refused()
  return { access: letter === 'f' ? 'full' : 'hook', expiresAt, sessionId: sessionId || null, nonce: nonce || null }
}

/** Stores a one-shot token, so that it can be used up; deletes expired ones. */
export function saveOneShot(ctx: Ctx, nonce: string, expiresAt: number): void {
  ctx.db.delete(oneShotTokens).where(lt(oneShotTokens.expiresAt, ctx.now())).run()
  ctx.db
    .insert(oneShotTokens)
    .values({ tokenHash: sha256Hex(nonce), expiresAt })
    .run()
}

/** Uses up a one-shot token, or only checks that it is unused. Throws FORBIDDEN for a used one. */
export function spendOneShot(ctx: Ctx, nonce: string, isSpent: boolean): void {
  const tokenHash = sha256Hex(nonce)
  const row = ctx.db.select().from(oneShotTokens).where(eq(oneShotTokens.tokenHash, tokenHash)).get()
  if (!row || row.usedAt !== null) throw refused()
  if (isSpent)
    ctx.db.update(oneShotTokens).set({ usedAt: ctx.now() }).where(eq(oneShotTokens.tokenHash, tokenHash)).run()
}
