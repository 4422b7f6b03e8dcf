import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { contentTypeOf, isAudioFormat } from '../../lib/audio/formats.ts'
import { refuseDamaged } from '../../platform/blob/refuse-damaged.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import type { Playable } from '../access/decide-access.ts'
import { termsOfTrack } from '../usage/read-terms.ts'
import { usageHeaders } from '../usage/usage-headers.ts'

/**
 * The one file that a decision grants: its hash, size and format. The hook is a file of its own; instead of a master that
 * browsers do not play it is its rendition (rule 5.8).
 */
export function audioFile({ track, access }: Playable) {
  if (access === 'full') {
    const durationSec = track.durationSec ?? 0
    const { playSha256, playBytes, playFormat } = track
    if (playSha256 !== null && playBytes !== null && playFormat !== null) {
      return { sha256: playSha256, bytes: playBytes, format: playFormat, durationSec }
    }
    return { sha256: track.sha256, bytes: track.bytes, format: track.format, durationSec }
  }
  if (track.hookSha256 === null || track.hookBytes === null || track.hookFormat === null) throw notFound('hook')
  const durationSec = track.hookDurationSec ?? 0
  return { sha256: track.hookSha256, bytes: track.hookBytes, format: track.hookFormat, durationSec }
}

/**
 * Streams the file of a decision, with Range, and says what may be done with it (rule 12.61). Throws RANGE_NOT_SATISFIABLE,
 * and UNAVAILABLE for a damaged file.
 */
export async function streamAudio(
  ctx: Ctx,
  playable: Playable,
  request: Request,
  more: Record<string, string> = {},
): Promise<Response> {
  const { sha256, bytes, format } = audioFile(playable)
  await refuseDamaged(ctx, { sha256, bytes })
  const headers = {
    'content-type': isAudioFormat(format) ? contentTypeOf(format) : 'application/octet-stream',
    ...usageHeaders(termsOfTrack(ctx, playable.track)),
    ...more,
  }
  return sendFile({ path: ctx.blobs.path(sha256), bytes, etag: `"${sha256.slice(0, 32)}"`, headers }, request)
}
