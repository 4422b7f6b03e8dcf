import { say } from '../language/say.ts'

export const tracksText = (tracks: number): string =>
  say('{tracks, plural, one {# track} other {# tracks}}', { tracks })

export const cassetsText = (cassets: number): string =>
  say('{cassets, plural, one {# casset} other {# cassets}}', { cassets })
