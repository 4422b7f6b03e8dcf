import { cut } from '../../../../public/lib/format.ts'
import type { Ctx } from '../../../context.ts'
import { count } from '../../../lib/count.ts'
import type { Head } from '../../document.tsx'
import type { Media } from '../../parts/tape-view.ts'
import { themePath } from '../../theme.ts'
import { albumData } from './structured.ts'

const describedChars = 180

/** The stylesheet in which a world's pages, its checkout and its studio are dressed. */
export const themeOf = ({ assets }: Pick<Ctx, 'assets'>, { theme, cover }: Pick<Media, 'theme' | 'cover'>): string =>
  themePath({ tokens: theme.tokens, coverColor: cover?.color ?? null }, assets.manifest.build)

/** What a world says about itself to search engines and to those it is shared with. */
export function worldHead(ctx: Ctx, media: Media, origin: string): Head {
  const { casset, artist, cover, tracks } = media
  const byline = `${casset.name} by ${artist.displayName}`
  const plain = `Hear a hook of ${count(tracks.length, 'track')} by ${artist.displayName} on Tapedeck.`
  return {
    title: `${byline} · Tapedeck`,
    description: artist.bio ? cut(artist.bio.replaceAll(/\s+/g, ' ').trim(), describedChars) : plain,
    path: `/@${artist.handle}`,
    kind: 'music.album',
    theme: themeOf(ctx, media),
    structured: albumData(media, origin),
    ...(cover ? { image: { url: cover.url, alt: `Cover of ${byline}` } } : {}),
    isHidden: !casset.published || casset.privacy !== 'public',
  }
}
