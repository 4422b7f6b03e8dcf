import { Day } from '../../../../public/lib/day.tsx'
import { isHandle } from '../../../account/handle/handle.ts'
import { letterPath, lettersPath } from '../../../audience/letter/letter.ts'
import {
  type LetterPage,
  type ListedLetter,
  letterPage,
  publicLetter,
  publicLetters,
} from '../../../audience/letter/page/letter-page.ts'
import { isShownTo, visibleCasset } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { assetUrl } from '../../../platform/asset/asset-url.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { lookOf } from '../../../world/look.ts'
import { renderedFrom } from '../../answer-page.tsx'
import { themeOf } from '../../document/theme.ts'
import { movedTo, optional, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { LetterArticle } from './letter-article.tsx'

const lettersOnPage = 30

/** Returns the artist of letters, whose page the visitor may see. Throws NOT_FOUND. */
function artistAt(ctx: Ctx, handle: string, viewer: Viewer | null) {
  const world = visibleCasset(ctx, handle, viewer)
  if (world.casset.slug !== null || !isShownTo(world, viewer)) throw notFound('page')
  return {
    artist: world.artist,
    isHidden: world.casset.privacy !== 'public',
    cassetId: world.casset.id,
    look: lookOf(world),
  }
}

const feedOf = (handle: string, artist: string) => [
  { type: 'application/rss+xml', title: say('News of {artist}', { artist }), href: `/@${handle}/feed.xml` },
]

/** `/@handle/letters`: the letters of an artist that have a page. */
export const worldLettersRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/letters', viewer: optional, query: { cursor: 80 } }, ({ params, viewer, query }) => {
    const handle = (params.handle ?? '').toLowerCase()
    if (isHandle(handle) && handle !== params.handle) return movedTo(lettersPath(handle))
    const { artist, isHidden, cassetId, look } = artistAt(ctx, handle, viewer)
    const path = lettersPath(artist.handle)
    return {
      head: {
        title: say('Letters of {displayName}', { displayName: artist.displayName }),
        description: say('What {displayName} wrote.', { displayName: artist.displayName }),
        path,
        sheet: 'forms',
        theme: themeOf(ctx, look),
        alternates: feedOf(artist.handle, artist.displayName),
        isHidden,
        cassetId,
      },
      ...renderedFrom(LettersPage, {
        artist: artist.displayName,
        handle: artist.handle,
        writesIn: artist.writesIn,
        pattern: look.texture.profilePatternId,
        path,
        ...publicLetters(ctx, artist, lettersOnPage, query.cursor),
      }),
    }
  })

/** `/@handle/letters/{word}`: one letter. */
export const worldLetterRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/letters/:word', viewer: optional }, ({ params, viewer }) => {
    const handle = (params.handle ?? '').toLowerCase()
    const word = params.word ?? ''
    if (isHandle(handle) && handle !== params.handle) return movedTo(letterPath(handle, word))
    const { artist, isHidden, cassetId, look } = artistAt(ctx, handle, viewer)
    const row = publicLetter(ctx, artist.id, word)
    if (!row) throw notFound('letter')
    const letter = letterPage(ctx, row)
    return {
      head: {
        title: `${letter.subject} · ${artist.displayName}`,
        description: say('A letter by {displayName}.', { displayName: artist.displayName }),
        path: letterPath(artist.handle, word),
        sheet: 'forms',
        theme: themeOf(ctx, look),
        kind: 'article',
        alternates: feedOf(artist.handle, artist.displayName),
        isHidden,
        cassetId,
        ...(row.assetId === null
          ? {}
          : { image: { url: ctx.site.origin + assetUrl(row.assetId, 1280), alt: row.assetAlt, type: 'image/webp' } }),
      },
      ...renderedFrom(LetterOnPage, { letter, pattern: look.texture.profilePatternId }),
    }
  })

type LettersPageProps = {
  artist: string
  handle: string
  writesIn: string | null
  pattern: string
  path: string
  letters: ListedLetter[]
  nextCursor: string | null
}

const LettersPage = ({ artist, handle, writesIn, pattern, path, letters, nextCursor }: LettersPageProps) => (
  <main id="main" class="world guide wrap" data-pattern={pattern} tabIndex={-1}>
    <article class="jcard letters-card">
      <h1>{say('Letters of {artist}', { artist })}</h1>
      <a class="key" href={`/@${handle}`}>
        {say('The page of {artist}', { artist })}
      </a>
      {letters.length > 0 ? (
        <ul class="rows">
          {letters.map((letter) => (
            <li key={letter.id}>
              <h2 dir="auto" lang={writesIn ?? undefined}>
                <a href={letter.path}>{letter.subject}</a>
              </h2>
              <p class="hint">
                <Day iso={new Date(letter.sentAt).toISOString()} />
              </p>
              <p dir="auto" lang={writesIn ?? undefined}>
                {letter.begins}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p class="empty">{say('No letter here yet.')}</p>
      )}
      <ShowOlder path={path} cursor={nextCursor} />
    </article>
  </main>
)

const LetterOnPage = ({ letter, pattern }: { letter: LetterPage; pattern: string }) => (
  <main id="main" class="world guide wrap" data-pattern={pattern} tabIndex={-1}>
    <LetterArticle letter={letter} />
    <nav class="jcard" aria-label={say('Letters')}>
      <a href={lettersPath(letter.handle)}>{say('All letters of {artist}', { artist: letter.artist })}</a>
    </nav>
  </main>
)
