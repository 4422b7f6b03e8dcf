import { stepOf } from '../lib/money/price.ts'
import type { ArtistSpec, Disclosure, TrackSpec } from './cast/artist.ts'
import { CHROME_KID } from './cast/chrome-kid.ts'
import { LOW_TIDE } from './cast/low-tide.ts'
import { MARA_VELO } from './cast/mara-velo.ts'
import { PAPER_BOATS } from './cast/paper-boats.ts'
import { PENCIL_WIND } from './cast/pencil-wind.ts'
import { PLAIN_DUB } from './cast/plain-dub.ts'
import { secondsOf, startOf } from './song/song.ts'

/** The fictional cast of the demo, in the order in which they published. */
export const ARTISTS: readonly ArtistSpec[] = [PAPER_BOATS, LOW_TIDE, PENCIL_WIND, PLAIN_DUB, CHROME_KID, MARA_VELO]

/** The demo's notice wherever a visitor might take it for real. */
export const DEMO_NOTICE =
  'This is a demonstration. The artists are fictional, and a program composed and played their music from seeds.'

export type CastTrack = { readonly artist: ArtistSpec; readonly track: TrackSpec }

export const findTrack = (slug: string): CastTrack | undefined =>
  ARTISTS.flatMap((artist) => artist.tracks.map((track) => ({ artist, track }))).find(
    ({ track }) => track.slug === slug,
  )

export const durationOf = (track: TrackSpec): number => secondsOf(track.song)

/** The hook of a track begins on the first beat of the section worth hearing first. */
export const hookStartOf = (track: TrackSpec): number => Math.round(startOf(track.song, track.hookSection) * 100) / 100

/**
 * The origin of a track: a program made everything but the voice, of which there is none; the words
 * are by the program's authors.
 */
export const disclosureOf = (track: TrackSpec): Disclosure => ({
  vocals: 'NONE',
  instrumentation: 'GENERATED',
  composition: 'GENERATED',
  lyrics: track.lyrics === undefined ? 'NONE' : 'GENERATED',
  postProduction: 'GENERATED',
})

/** Returns a demo price, written in US cents, as about the same in the instance's currency. */
export const demoPrice = (usCents: number, currency: string): number =>
  Math.round((usCents * stepOf(currency)) / stepOf('usd'))
