import type { PurchasedTracks } from '../../src/money/checkout/model.ts'
import type { KeptTrack } from './kept-list.ts'

/** Returns the tracks of a purchase that can be played, as none of which was fetched. */
export const toKeptTracks = (tracks: PurchasedTracks['tracks']): KeptTrack[] =>
  tracks
    .filter(({ hook }) => hook.durationSec > 0)
    .map(({ id, title, durationSec, hook, bytes }) => ({
      ...{ id, title, durationSec, bytes },
      hookStartSec: hook.startSec,
      wasFetched: false,
    }))
