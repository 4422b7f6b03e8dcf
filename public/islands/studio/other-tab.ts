import { say } from '../../../src/lib/language/say.ts'
import { linesOfBy } from '../../../src/lib/music/by-lines.ts'
import type { OwnerMedia } from '../../../src/world/media.ts'

export type Shown = Pick<OwnerMedia, 'casset' | 'theme' | 'texture' | 'cover' | 'tracks'>

/** A field that somebody else changed: its key in a save, and its name. */
export type Change = { key: string; words: string }

export const trackKey = (id: string, field: string) => `${id}.${field}`

function fieldsOf({ casset, theme, texture, cover, tracks }: Shown): Map<string, { words: string; value: unknown }> {
  const fields = [
    ['name', say('the name'), casset.name],
    ['price', say('the price'), casset.price.amount],
    ['suggestedPrice', say('the suggested price'), casset.suggestedPrice],
    ['wholeForAll', say('who hears all of it'), casset.wholeForAll],
    ['explicit', say('whether it has explicit words'), casset.explicit],
    ['styles', say('the styles'), casset.styles],
    ['privacy', say('the visibility'), casset.privacy],
    ['published', say('whether it is published'), casset.published],
    ['coverAssetId', say('the cover'), cover?.url],
    ['themeTokens', say('the colours'), theme.tokens],
    ['cassetBackgroundSource', say('the background'), theme.cassetBackgroundSource],
    ['footerTheme', say('the footer'), theme.footerTheme],
    ['profilePatternId', say('the texture'), texture.profilePatternId],
    ...tracks.flatMap((track) => [
      [trackKey(track.id, 'title'), say('the title of {title}', { title: track.title }), track.title] as const,
      [trackKey(track.id, 'kind'), say('how {title} was made', { title: track.title }), track.kind] as const,
      [trackKey(track.id, 'lyrics'), say('the lyrics of {title}', { title: track.title }), track.lyrics] as const,
      [
        trackKey(track.id, 'by'),
        say('the artists of {title}', { title: track.title }),
        linesOfBy(track.by ?? []),
      ] as const,
      [trackKey(track.id, 'credits'), say('the credits of {title}', { title: track.title }), track.credits] as const,
      [trackKey(track.id, 'active'), say('whether {title} is shown', { title: track.title }), track.active] as const,
      [
        trackKey(track.id, 'wholeForAll'),
        say('who hears {title} whole', { title: track.title }),
        track.wholeForAll,
      ] as const,
      [trackKey(track.id, 'position'), say('the place of {title}', { title: track.title }), track.position] as const,
    ]),
  ] as const
  return new Map(fields.map(([key, words, value]) => [key, { words, value: JSON.stringify(value) }]))
}

/** New tracks do not count as changed fields; deleted ones do. */
export function changesBetween(before: Shown, after: Shown): Change[] {
  const now = fieldsOf(after)
  const known = [...fieldsOf(before)]
  return known.filter(([key, { value }]) => now.get(key)?.value !== value).map(([key, { words }]) => ({ key, words }))
}

export const toldOf = (changes: readonly Change[]) =>
  say('Changed in another tab: {list}.', { list: changes.map(({ words }) => words).join(', ') })
