import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { audioFile, type Wanted } from '../access/audio-file.ts'
import { type Access, decideAccess, decideStream, hookOf } from '../access/decide-access.ts'
import { saveOneShot, signAudioToken, tokenTtlMs } from './token.ts'

const streamUrl = (trackId: string, token: string) => `/api/audio/${trackId}?token=${token}`

/**
 * A token does not say which file is wanted: whoever may hear a track or its hook may hear the
 * lighter file of it. Throws NOT_FOUND, BAD_STATE, and UNAVAILABLE for a damaged
 * file.
 */
export async function signStream(ctx: Ctx, trackId: string, viewer: Viewer | null, wanted: Wanted) {
  const playable = decideStream(ctx, trackId, viewer)
  const { format, durationSec, place } = audioFile(ctx, playable, wanted)
  await place()
  const expiresAt = ctx.now() + tokenTtlMs
  const token = signAudioToken(ctx, trackId, grantOf(playable.access, viewer, expiresAt, null))
  return {
    url: `${streamUrl(trackId, token)}${wanted.isLight ? '&light=1' : ''}${wanted.playsOpus ? '&opus=1' : ''}`,
    expiresAt: new Date(expiresAt).toISOString(),
    access: playable.access,
    durationSec,
    format,
  }
}

type OneShot = { trackId: string; access?: 'hook' }

/**
 * Returns a token that serves one GET, for the video exporter (rule: exporter-token); for the hook
 * only, if requested. Throws as `signStream` does.
 */
export async function mintOneShot(ctx: Ctx, { trackId, access: asked }: OneShot, viewer: Viewer) {
  const decided = decideAccess(ctx, trackId, viewer)
  const playable = asked === 'hook' ? hookOf(decided) : decided
  const { access } = playable
  await audioFile(ctx, playable).place()
  const expiresAt = ctx.now() + tokenTtlMs
  const nonce = Buffer.from(ctx.random(16)).toString('base64url')
  saveOneShot(ctx, nonce, expiresAt)
  // The hook of a draft exists for its artist only, so a token for it names the session.
  const grant = { ...grantOf(decided.access, viewer, expiresAt, nonce), access }
  const token = signAudioToken(ctx, trackId, grant)
  return { token, url: streamUrl(trackId, token), expiresAt: new Date(expiresAt).toISOString(), access }
}

/** Only full grants name the session: a hook's URL must not tell who asked for it. */
function grantOf(access: Access, viewer: Viewer | null, expiresAt: number, nonce: string | null) {
  return { access, expiresAt, sessionId: access === 'full' ? (viewer?.sessionId ?? null) : null, nonce }
}
