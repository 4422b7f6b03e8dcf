import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { streamAudio } from '../../casset/audio/stream.ts'
import { openDownload } from '../../casset/download/open-download.ts'
import { sendDownload } from '../../casset/download/send-download.ts'
import { countPlay } from '../../casset/play/count-play.ts'
import { readLyrics } from '../../lib/music/read-lyrics.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { sizesOf } from '../../platform/asset/asset-url.ts'
import { findVariant } from '../../platform/asset/picture/find-variant.ts'
import { sendPicture } from '../../platform/asset/picture/send-picture.ts'
import { spend } from '../../platform/http/limiter.ts'
import { absent, type Call, type Method, numberOf, required, songOf } from './call.ts'
import { decideHeld } from './held-cassets.ts'
import { type Album, readAlbum, readSong, type Song } from './library.ts'
import { bitRateOf } from './to-part.ts'

const lighter = new Set(['opus', 'ogg', 'oga', 'mp3', 'aac'])

/** Whether the lighter file is wanted: by its format, or by less than the track takes. */
function wantsLight({ asked }: Call, { track }: Song): boolean {
  const format = asked.get('format')?.toLowerCase() ?? ''
  if (format === 'raw' || format === track.format) return false
  if (lighter.has(format)) return true
  const most = numberOf({ asked }, 'maxBitRate', 0, Number.MAX_SAFE_INTEGER)
  return most > 0 && (bitRateOf(track) ?? 0) > most
}

/** Sends a whole track, never its hook; what may be heard is decided at each request. */
export const stream: Method = async (call) => {
  const { ctx, viewer, request } = call
  const song = songOf(call)
  const playable = decideHeld(ctx, song.track.id, viewer)
  if (!playable) throw absent()
  return streamAudio(ctx, playable, request, { isLight: wantsLight(call, song) })
}

/** The download of one track, as from its page: what ends with a download ends with this one. */
export const download: Method = async (call) => {
  const { ctx, viewer, request, server } = call
  const { track, album } = songOf(call)
  const wanted = { format: 'tagged', track: track.id, isAsync: false } as const
  const slug = album.world.artist.handle
  return sendDownload(ctx, request, server, () => openDownload(ctx, slug, viewer, wanted, request.signal))
}

const firstPictured = async ({ library }: Call, artistId: string): Promise<Album | undefined> =>
  (await library()).artistById.get(artistId)?.albums.find(({ world }) => world.cover !== null)

/** Sends the smallest picture that is as wide as asked, else the widest. */
export const getCoverArt: Method = async (call) => {
  const { ctx, viewer, request } = call
  const id = required(call, 'id')
  const album = readAlbum(ctx, viewer, id) ?? readSong(ctx, viewer, id)?.album ?? (await firstPictured(call, id))
  const cover = album?.world.cover
  if (!cover) throw absent()
  const wanted = numberOf(call, 'size', 640, 10_000)
  const sizes = sizesOf(cover)
  const size = sizes.find((each) => each >= wanted) ?? sizes.at(-1)
  const variant = findVariant(ctx, cover.id, `${size}.webp`)
  return sendPicture(ctx, variant, request, { 'cache-control': 'private, max-age=86400' })
}

// Players keep plays for when they are connected again.
const mostPlays = 50

export const scrobble: Method = async (call) => {
  const { ctx, viewer, asked, request } = call
  if (asked.get('submission') === 'false') return {}
  required(call, 'id')
  const pace = createPace(ctx.monotonicMs)
  const songs: Song[] = []
  for (const id of asked.getAll('id').slice(0, mostPlays)) {
    songs.push(songOf(call, id))
    await pace()
  }
  for (const _ of songs) spend(ctx.limiter, 'play', viewer.userId)
  for (const { track, album } of songs) {
    const play = { trackId: track.id, heard: 'whole', stoppedSec: track.durationSec ?? 0 } as const
    await countPlay(ctx, album.world.artist.handle, viewer, play, request.headers.get('accept-language'))
  }
  return {}
}

/** https://opensubsonic.netlify.app/docs/responses/structuredlyrics/ */
export const getLyricsBySongId: Method = (call) => {
  const { track, album } = songOf(call)
  const row = call.ctx.db.select({ lyrics: tracks.lyrics }).from(tracks).where(eq(tracks.id, track.id)).get()
  const lines = readLyrics(row?.lyrics ?? '')
  if (lines.length === 0) return { lyricsList: { structuredLyrics: [] } }
  const synced = lines.some(({ atSec }) => atSec !== null)
  const line = lines.map(({ atSec, text }) => ({ start: startOf(atSec, synced), value: text }))
  const named = { displayArtist: album.artist, displayTitle: track.title, lang: 'und' }
  return { lyricsList: { structuredLyrics: [{ ...named, synced, line }] } }
}

/** Returns ms; nothing for lyrics without times. */
const startOf = (atSec: number | null, synced: boolean): number | undefined =>
  synced ? Math.round((atSec ?? 0) * 1_000) : undefined
