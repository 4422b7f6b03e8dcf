import type { Ctx } from '../../context.ts'
import { contentTypeOf, isAudioFormat } from '../../lib/audio/formats.ts'
import { sendFile } from '../../platform/http/answer/send-file.ts'
import { audioFile, streamVersion, type Wanted } from '../access/audio-file.ts'
import type { Playable } from '../access/decide-access.ts'
import { termsOfTrack } from '../usage/read-terms.ts'
import { ownUsageHeaders, soundLicenseOf } from '../usage/usage-headers.ts'

/**
 * Streams the file of a decision, the lighter one if wanted, with Range and the headers about its
 * use (rule: policy-documents). Throws RANGE_NOT_SATISFIABLE, and UNAVAILABLE for a damaged file.
 */
export async function streamAudio(
  ctx: Ctx,
  playable: Playable,
  request: Request,
  { more = {}, ...wanted }: Wanted & { more?: Record<string, string> } = {},
): Promise<Response> {
  const { sha256, bytes, format, ...file } = audioFile(ctx, playable, wanted)
  const place = await file.place()
  const headers = {
    'content-type': isAudioFormat(format) ? contentTypeOf(format) : 'application/octet-stream',
    ...ownUsageHeaders(termsOfTrack(ctx, playable.track)),
    link: `<${soundLicenseOf(playable.track.id)}>; rel="license"; type="application/rsl+xml"`,
    ...more,
  }
  return sendFile(ctx, { place, bytes, etag: `"${streamVersion(sha256)}"`, headers }, request)
}
