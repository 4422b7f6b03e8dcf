import { say } from '../../lib/language/say.ts'

const severalTracks = /^(\d+) tracks$/

/** Returns what an order stores of several tracks, in English. Titles have quotes around them. */
export const severalTracksOf = (tracks: number): string => `${tracks} tracks`

/** Returns the stored subject of an order of single tracks in the current language. */
export function tracksText(subject: string | null): string {
  const tracks = severalTracks.exec(subject ?? '')?.[1]
  if (tracks !== undefined) return say('{tracks, plural, one {# track} other {# tracks}}', { tracks: Number(tracks) })
  return subject ?? say('A track')
}
