import { say } from '../../src/lib/language/say.ts'
import type { Cover } from '../../src/platform/asset/shape.ts'
import { Cassette } from './cassette.tsx'
import { cutText } from './cut-text.ts'

/** The default J-card of a tape without a cover: ruled and handwritten. */
export const DrawnSleeve = ({ name }: { name: string }) => (
  <svg class="sleeve drawn" viewBox="0 0 300 300" aria-hidden="true">
    <rect class="paper" width="300" height="300" />
    <path class="band" d="M0 48h300v26H0z" />
    <path class="band two" d="M0 80h300v10H0z" />
    <path class="band three" d="M0 96h300v5H0z" />
    <text class="letter" x="20" y="162">
      {say('A')}
    </text>
    <path class="rule" d="M20 200H280M20 224H280M20 248H280M20 272H280" />
    <text class="written" x="24" y="197">
      {cutText(name, 24)}
    </text>
  </svg>
)

const sourcesOf = (cover: Cover) => cover.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')
const sleeveSizes = '(width < 46rem) 48vw, 18rem'

export const sleeveToPreload = (cover: Cover) => ({
  href: cover.url,
  imagesrcset: sourcesOf(cover),
  imagesizes: sleeveSizes,
})

type CoverImageProps = { cover: Cover; alt: string; sizes: string; isFirst?: boolean }

/**
 * A cover in the width that its place needs; the first one on a page loads before other pictures.
 * `sizes` may be a little less than the place: browsers take the next larger file, and a cassette
 * covers half of the cover.
 */
export const CoverImage = ({ cover, alt, sizes, isFirst = false }: CoverImageProps) => (
  <img
    class="sleeve"
    src={cover.url}
    srcset={sourcesOf(cover) || undefined}
    sizes={sizes}
    alt={alt}
    width="640"
    height="640"
    {...(isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' })}
  />
)

export type SleeveProps = { cover: Cover | null; name: string; artist: string; handle: string }

export const Sleeve = ({ cover, name, artist, handle }: SleeveProps) => (
  <div class="art">
    {cover ? (
      <CoverImage cover={cover} alt={say('Cover of {name}', { name })} sizes={sleeveSizes} isFirst />
    ) : (
      <DrawnSleeve name={name} />
    )}
    <Cassette title={name} imprint={artist} handle={handle} />
  </div>
)
