import type { PurchasedTracks } from '../../src/shop/checkout/model.ts'
import type { KeptTrack } from './kept-list.ts'

export const toKeptTracks = (
  tracks: PurchasedTracks['tracks'],
  fetched: ReadonlyMap<string, string | null>,
): KeptTrack[] =>
  tracks
    .filter(({ hook }) => hook.durationSec > 0)
    .map(({ id, title, durationSec, hook, bytes, version }) => ({
      ...{ id, title, durationSec, bytes, version },
      hookStartSec: hook.startSec,
      fetched: fetched.get(id) ?? null,
    }))
