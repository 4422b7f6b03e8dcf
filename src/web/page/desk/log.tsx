import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { recentLinesOf, type ShownLine, shownLines } from '../../../platform/recent-lines.ts'
import { deskOnly, page } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const serious = new Set(['warn', 'error'])

/** `/desk/log`: the newest lines of the log, for the owner of the instance. */
export const deskLogRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/log', viewer: deskOnly('site'), query: { only: 20, words: 100 } }, ({ viewer, query }) => {
    const look = ownLook(ctx, viewer)
    const isSerious = query.only === 'trouble'
    const words = (query.words ?? '').trim().toLowerCase()
    const lines = shownLines(
      recentLinesOf(ctx),
      ({ level, event, text }) =>
        (!isSerious || serious.has(level)) && `${level} ${event} ${text}`.toLowerCase().includes(words),
    )
    const description = say('What your site wrote down.')
    return {
      head: studioHead(ctx, look, { title: say('Log'), description, path: '/desk/health' }),
      main: <LogPage look={look} lines={lines} isSerious={isSerious} words={query.words ?? ''} />,
    }
  })

type LogPageProps = { look: Look; lines: readonly ShownLine[]; isSerious: boolean; words: string }

const LogPage = ({ look, lines, isSerious, words }: LogPageProps) => (
  <StudioLayout here="/desk/health" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Log')}</h1>
        <p>
          {say(
            'The last 1,000 lines, the newest first, times in UTC. Addresses of people and what looks like a secret are left out.',
          )}
        </p>
      </header>
      <form class="filter" method="get" action="/desk/log">
        <div class="field">
          <label for="log-words">{say('Words')}</label>
          <input id="log-words" type="search" name="words" value={words} maxLength={100} />
        </div>
        <label class="check">
          <input type="checkbox" name="only" value="trouble" checked={isSerious} /> {say('Only warnings and errors')}
        </label>
        <button type="submit" class="key">
          {say('Show')}
        </button>
      </form>
      {lines.length === 0 ? (
        <p class="empty">{say('No lines match.')}</p>
      ) : (
        <ol class="log-lines">
          {lines.map(({ at, level, event, text }, place) => (
            <li key={place} class={serious.has(level) ? 'problem' : undefined}>
              <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time> <b>{level}</b> {event} <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
      <p class="hint">
        <a href="/desk/health">{say('Back to health')}</a>
      </p>
    </article>
  </StudioLayout>
)
