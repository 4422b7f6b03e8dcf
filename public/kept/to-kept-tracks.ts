import type { PurchasedTracks } from '../../src/money/checkout/model.ts'
import type { KeptTrack } from './kept-list.ts'

/** Returns the playable tracks of a purchase, each marked as not fetched. */
export const toKeptTracks = (tracks: PurchasedTracks['tracks']): KeptTrack[] =>
  tracks
    .filter(({ hook }) => hook.durationSec > 0)
    .map(({ id, title, durationSec, hook, bytes }) => ({
      ...{ id, title, durationSec, bytes },
      hookStartSec: hook.startSec,
      wasFetched: false,
    }))
