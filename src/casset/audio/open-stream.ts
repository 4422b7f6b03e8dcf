import { viewerOfSession } from '../../account/session/viewer.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { decideAccess, decideStream, hookOf, type Playable } from '../access/decide-access.ts'
import { readAudioToken, spendOneShot } from './token.ts'

/**
 * Returns what a token grants. For a master the signature is not enough: its session must still be
 * signed in and entitled, so that a sign-out, refund or withdrawal takes effect at once. Throws
 * FORBIDDEN, NOT_FOUND.
 */
export function openWithToken(ctx: Ctx, trackId: string, token: string, method: string): Playable {
  const grant = readAudioToken(ctx, trackId, token)
  if (grant.nonce !== null) spendOneShot(ctx, grant.nonce, method === 'GET')
  const viewer = grant.sessionId === null ? null : viewerOfSession(ctx, grant.sessionId)
  if (grant.access === 'hook') return hookOf(decideAccess(ctx, trackId, viewer))
  // Without a session it is of what everybody hears whole.
  const isStill = viewer !== null || grant.sessionId === null
  const playable = isStill ? decideStream(ctx, trackId, viewer) : undefined
  if (playable?.access === 'full') return playable
  throw new AppError('FORBIDDEN', say('This audio link has expired.'), { hint: say('Ask for a new one.') })
}
