import { say } from '../../../src/lib/language/say.ts'
import type { OwnerMedia } from '../../../src/world/media.ts'

/** The parts of a casset that the studio shows and changes. */
export type Shown = Pick<OwnerMedia, 'casset' | 'theme' | 'texture' | 'cover' | 'tracks'>

/** A field that somebody else changed: its key in a save, and its name. */
export type Change = { key: string; words: string }

/** Returns the key of a track's field. */
export const trackKey = (id: string, field: string) => `${id}.${field}`

/** Returns every field with its value, by key. */
function fieldsOf({ casset, theme, texture, cover, tracks }: Shown): Map<string, { words: string; value: unknown }> {
  const fields = [
    ['name', 'the name', casset.name],
    ['price', 'the price', casset.price.amount],
    ['suggestedPrice', 'the suggested price', casset.suggestedPrice],
    ['styles', 'the styles', casset.styles],
    ['privacy', 'the visibility', casset.privacy],
    ['published', 'whether it is published', casset.published],
    ['coverAssetId', 'the cover', cover?.url],
    ['themeTokens', 'the colours', theme.tokens],
    ['cassetBackgroundSource', 'the background', theme.cassetBackgroundSource],
    ['footerTheme', 'the footer', theme.footerTheme],
    ['profilePatternId', 'the texture', texture.profilePatternId],
    ...tracks.flatMap((track) => [
      [trackKey(track.id, 'title'), `the title of ${track.title}`, track.title] as const,
      [trackKey(track.id, 'kind'), `how ${track.title} was made`, track.kind] as const,
      [trackKey(track.id, 'lyrics'), `the lyrics of ${track.title}`, track.lyrics] as const,
      [trackKey(track.id, 'active'), `whether ${track.title} is shown`, track.active] as const,
      [trackKey(track.id, 'position'), `the place of ${track.title}`, track.position] as const,
    ]),
  ] as const
  return new Map(fields.map(([key, words, value]) => [key, { words, value: JSON.stringify(value) }]))
}

/**
 * Returns the fields in which two states of a casset differ. New tracks do not count as changed
 * fields; deleted ones do.
 */
export function changesBetween(before: Shown, after: Shown): Change[] {
  const now = fieldsOf(after)
  const known = [...fieldsOf(before)]
  return known.filter(([key, { value }]) => now.get(key)?.value !== value).map(([key, { words }]) => ({ key, words }))
}

/** Returns the changes made elsewhere, as a sentence. */
export const toldOf = (changes: readonly Change[]) =>
  say('Changed in another tab: {list}.', { list: changes.map(({ words }) => words).join(', ') })
