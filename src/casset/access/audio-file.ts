import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Place } from '../../lib/file/file-place.ts'
import { findIntact } from '../../platform/blob/find-intact.ts'
import type { Playable } from './decide-access.ts'

/** `place` returns its location, and throws UNAVAILABLE when it is missing or damaged. */
export type AudioFile = {
  sha256: string
  bytes: number
  format: string
  durationSec: number
  place(): Promise<Place>
}

/** Which file a player wants: the lighter track, and a hook in Opus. */
export type Wanted = { isLight?: boolean; playsOpus?: boolean }

/**
 * Returns the one file that a decision allows. A hook is a file of its own; a master that browsers
 * do not play is replaced by its rendition (rule: renditions), and either by a lighter one if that
 * is wanted and there is one (rule: light-stream). Throws NOT_FOUND for a track without a hook.
 */
export function audioFile(ctx: Ctx, playable: Playable, { isLight, playsOpus }: Wanted = {}): AudioFile {
  const { track } = playable
  if (playable.access === 'hook') {
    const hook = (playsOpus ? lightHookOf(track) : undefined) ?? hookFileOf(track)
    if (hook === undefined) throw notFound('hook')
    const { sha256, bytes, format } = hook
    const place = () => findIntact(ctx, { sha256, bytes })
    return { sha256, bytes, format, durationSec: track.hookDurationSec ?? 0, place }
  }
  const { sha256, bytes, format } = (isLight ? lightOf(track) : undefined) ?? playedOf(track)
  const place = () => playable.entitlement.findMaster(ctx, { sha256, bytes })
  return { sha256, bytes, format, durationSec: track.durationSec ?? 0, place }
}

type Played = Pick<Playable['track'], 'sha256' | 'bytes' | 'format' | 'playSha256' | 'playBytes' | 'playFormat'>

/** Returns the file that a whole track is played from: the master, or its rendition. */
export function playedOf({ sha256, bytes, format, playSha256, playBytes, playFormat }: Played) {
  const hasRendition = playSha256 !== null && playBytes !== null && playFormat !== null
  return hasRendition ? { sha256: playSha256, bytes: playBytes, format: playFormat } : { sha256, bytes, format }
}

function lightOf({ lightSha256: sha256, lightBytes: bytes }: Playable['track']) {
  return sha256 === null || bytes === null ? undefined : { sha256, bytes, format: 'opus' }
}

function hookFileOf({ hookSha256: sha256, hookBytes: bytes, hookFormat: format }: Playable['track']) {
  return sha256 === null || bytes === null || format === null ? undefined : { sha256, bytes, format }
}

function lightHookOf({ lightHookSha256: sha256, lightHookBytes: bytes }: Playable['track']) {
  return sha256 === null || bytes === null ? undefined : { sha256, bytes, format: 'opus' }
}

/** Returns the version of a stored sound that its stream has as its ETag. */
export const streamVersion = (sha256: string): string => sha256.slice(0, 32)
