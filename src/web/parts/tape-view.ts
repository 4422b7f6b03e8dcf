import type { TrackView } from '../../../public/islands/tracks.tsx'
import { clock } from '../../../public/lib/clock.ts'
import { packPeaks } from '../../../public/lib/waveform.ts'
import type { Tape } from '../../../public/player/state.ts'
import { canBePaid } from '../../books/seller/can-be-paid.ts'
import { isAboveLimit } from '../../books/seller/permission/new-seller.ts'
import { peaksOf, type StoredWaveforms } from '../../casset/track/measure/read-waveforms.ts'
import type { RecordingTrack } from '../../casset/track/measure/recording.ts'
import type { OwnerTrackShape, TrackShape } from '../../casset/track/shape.ts'
import type { Ctx } from '../../context.ts'
import type { OpenDrop } from '../../drop/view/list-drops.ts'
import { say } from '../../lib/language/say.ts'
import { priceTag } from '../../lib/money/money.ts'
import { disclosureText } from '../../lib/music/ai-labels.ts'
import { type ByPart, byParts, byText } from '../../lib/music/by.ts'
import type { Money } from '../../platform/http/request/schema.ts'
import type { OwnerMedia, PublicMedia } from '../../world/media.ts'
import { hueOf } from '../document/theme.ts'

export type Media = PublicMedia | OwnerMedia

/**
 * Number of waveforms that are part of the page; those of further tracks are fetched as they scroll
 * into view.
 */
export const drawnWaveforms = 12

/** Free cassets can, even without payments. */
export const canCollect = (ctx: Ctx, handle: string, price: Money): boolean =>
  price.amount === 0 || (canBePaid(ctx, handle) && !isAboveLimit(ctx, handle, price))

/** Returns the tracks of a preorder that others do not hear yet; none for an open tape. */
export const closedTracksOf = (media: Media) => ('closedTracks' in media ? (media.closedTracks ?? []) : [])

export function toTape(ctx: Ctx, { artist, casset, cover, theme }: Media): Tape {
  return {
    handle: casset.slug,
    artist: artist.displayName,
    name: casset.name,
    ...hueOf({ tokens: theme.tokens, coverColor: cover?.color ?? null }),
    art: cover?.url ?? null,
    canCollect: canCollect(ctx, artist.handle, casset.price),
    ...(artist.writesIn === undefined ? {} : { writesIn: artist.writesIn }),
  }
}

function heardBy({ owner }: Media['viewer'], isOwned: boolean, isOpen: boolean): Pick<TrackView, 'heard'> {
  if (isOwned) return { heard: 'owned' }
  return isOpen && !owner ? { heard: 'open' } : {}
}

/** Whether everybody hears a track of a casset whole, or the viewer as a supporter. */
export const isOpenIn =
  ({ casset, members, viewer }: Media) =>
  (track: TrackShape | OwnerTrackShape): boolean =>
    viewer.supports === true || track.wholeForAll === true || (casset.wholeForAll === true && members === undefined)

/** Returns who made a track, in the reader's language (rule: track-by). */
export const artistOfTrack = (
  { by = [], artist }: Pick<TrackShape, 'by' | 'artist'>,
  media: Pick<Media, 'artist'>,
): string => byText(by, (artist ?? media.artist).displayName)

/** Returns the same in pieces, where one of them leads to a page (rule: credited-accounts). */
export function linkedParts(
  { by = [], artist }: Pick<TrackShape, 'by' | 'artist'>,
  media: Pick<Media, 'artist'>,
): { byParts?: ByPart[] } {
  if (by.every(({ page }) => page === undefined)) return {}
  return { byParts: byParts(by, (artist ?? media.artist).displayName) }
}

/** Returns why a track cannot be heard, in words for its artist; undefined when it can. */
export function unreadyText(track: TrackShape | OwnerTrackShape): string | undefined {
  if (!('file' in track)) return undefined
  if (track.file.status === 'PROCESSING') return say('Processing…')
  if (track.file.status === 'FAILED') return say('Processing failed: see the studio')
  return track.active ? undefined : say('Hidden: only you can see it')
}

export const readyHooks = ({ tracks }: OwnerMedia) =>
  tracks.filter((track) => unreadyText(track) === undefined).map(({ title, hook }) => ({ hookId: hook.id, title }))

/** Returns the tracks of a preorder that are not open yet, by their positions: nothing to press. */
const closedViews = (media: Media): [position: number, view: TrackView][] =>
  closedTracksOf(media).map(({ title, durationSec, position }) => {
    const unready = [say('Not open yet'), ...(durationSec === null ? [] : [clock(durationSec)])].join(' · ')
    return [position, { id: `closed ${position}`, title, durationSec, isMachineMade: false, ...notHeard, unready }]
  })

const notHeard = { hook: { id: '', startSec: 0, durationSec: 0, likes: 0, liked: false }, peaks: null }

/**
 * Returns the tracks of a world for the page's list, those of a preorder that are not open yet in
 * their places, and those that the demo is still recording last.
 */
export function toTrackViews(
  media: Media,
  waveforms: StoredWaveforms,
  recording: readonly RecordingTrack[],
  drops: readonly OpenDrop[],
  /** Whether the casset can be collected now, and with it single tracks. */
  isSold = false,
): TrackView[] {
  const isOpen = isOpenIn(media)
  const dropOf = new Map(drops.map(({ id, hookId }) => [hookId, id]))
  const open = media.tracks.map((track): [position: number, view: TrackView] => {
    const peaks = waveforms[track.id]
    const { id, title, kind, durationSec, hook, by, artist, price, owned, aiDisclosure = {} } = track
    const { said } = disclosureText(aiDisclosure)
    const dropId = dropOf.get(hook.id)
    const unready = unreadyText(track)
    const heard = heardBy(media.viewer, owned === true, isOpen(track))
    const view = {
      id,
      title,
      ...(by || artist ? { by: artistOfTrack(track, media) } : {}),
      ...linkedParts(track, media),
      durationSec,
      isMachineMade: kind === 'GENERATION',
      ...(said.length > 0 ? { ai: said.join(' · ') } : {}),
      ...(dropId === undefined ? {} : { dropId }),
      hook,
      ...(track.waveformApproximate ? { isGuessed: true } : {}),
      peaks: peaks === undefined ? null : packPeaks(peaksOf(peaks)),
      ...(price && isSold ? { price: priceTag(price) } : {}),
      ...heard,
      ...(unready === undefined ? {} : { unready }),
    }
    return [track.position, view]
  })
  // The page numbers the tracks of this list, as their artist does.
  const inOrder = [...open, ...closedViews(media)].toSorted(([one], [other]) => one - other)
  const listed = inOrder.map(([, view]) => view)
  const here = new Set(listed.map(({ title }) => title))
  const coming = recording.filter(({ title }) => !here.has(title))
  return [
    ...listed,
    ...coming.map(({ title, durationSec, hookStartSec, peaks }) => ({
      id: `recording ${title}`,
      isMachineMade: true,
      title,
      durationSec,
      hook: { id: '', startSec: hookStartSec, durationSec: 0, likes: 0, liked: false },
      peaks,
      unready: say('Being recorded…'),
    })),
  ]
}
