import { say } from './language/say.ts'

/** Returns how many tracks there are: "6 tracks". */
export const tracksText = (tracks: number): string =>
  say('{tracks, plural, one {# track} other {# tracks}}', { tracks })

/** Returns how many cassets there are: "2 cassets". */
export const cassetsText = (cassets: number): string =>
  say('{cassets, plural, one {# casset} other {# cassets}}', { cassets })
