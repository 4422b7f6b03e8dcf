import { byText } from '../../src/lib/music/by.ts'
import type { PurchasedTracks } from '../../src/shop/checkout/model.ts'
import type { Tape } from '../player/state.ts'
import type { KeptTrack } from './kept-list.ts'

export const toKeptTracks = (
  { artist }: Pick<Tape, 'artist'>,
  tracks: PurchasedTracks['tracks'],
  fetched: ReadonlyMap<string, string | null>,
): KeptTrack[] =>
  tracks
    .filter(({ hook }) => hook.durationSec > 0)
    .map(({ id, title, by, durationSec, hook, bytes, version }) => ({
      ...{ id, title, durationSec, bytes, version },
      ...(by ? { artist: byText(by, artist) } : {}),
      hookStartSec: hook.startSec,
      fetched: fetched.get(id) ?? null,
    }))
