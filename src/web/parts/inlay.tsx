import { priceTag } from '../../../public/lib/format.ts'
import type { Media } from '../tape-view.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** The inlay beside the tracks: price tag, liner notes, and where else the artist is. */
export function Inlay({ media }: { media: Media }) {
  const { artist, casset, socials } = media
  return (
    <aside class="inlay" aria-label="Inlay">
      <PriceTag media={media} />
      {artist.bio && (
        <section aria-labelledby="liner">
          <h2 id="liner">Liner notes</h2>
          <p class="bio" dir="auto">
            {artist.bio}
          </p>
        </section>
      )}
      {socials.length > 0 && (
        <section aria-labelledby="elsewhere">
          <h2 id="elsewhere">Elsewhere</h2>
          <ul class="links">
            {socials.map(({ kind, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener nofollow" target="_blank">
                  {kind}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {casset.publishedAt && (
        <p class="mono stamp">
          Out since <time dateTime={casset.publishedAt}>{day.format(new Date(casset.publishedAt))}</time>
        </p>
      )}
    </aside>
  )
}

function PriceTag({ media }: { media: Media }) {
  const { casset, viewer } = media
  return (
    <div class="price">
      <p class="tag">{priceTag(casset.price)}</p>
      <p class="terms">{terms(viewer)}</p>
    </div>
  )
}

function terms({ owner, entitled }: Media['viewer']): string {
  if (owner) return 'Your casset: you hear all of it. Everybody else hears a hook of every track.'
  if (entitled) return 'This tape is yours: you hear all of it.'
  return 'Hear the hook of every track: the marked 30 seconds. Collecting is not open on this deck yet.'
}
