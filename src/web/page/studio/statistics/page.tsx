import { setImmediate } from 'node:timers/promises'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { page, required } from '../../../page.tsx'
import { FigureTable } from '../../../parts/studio/figure-table.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'
import { longTime, partNames, shortTime } from '../sales/labels.ts'
import { Legend, Plot } from '../sales/plot.tsx'
import { CassetFigures } from './cassets.tsx'
import { People } from './people.tsx'
import { Places } from './places.tsx'
import { TrackPlays } from './tracks.tsx'
import { type PlaysView, playSpans, readPlaysView } from './view.ts'

const path = '/studio/statistics'

/** `/studio/statistics`: how often the artist was played, where from, and by whom supported. */
export const studioStatisticsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path, viewer: required, query: { span: 10, casset: 40 } },
    async ({ viewer, query: { span, casset } }) => {
      const look = ownLook(ctx, viewer)
      const view = await readPlaysView(ctx, viewer, span, casset || undefined)
      // Other requests are served between reading all this and drawing it.
      await setImmediate()
      return {
        head: studioHead(ctx, look, { title: say('Statistics'), description: say('How often you were played.'), path }),
        main: <StatisticsPage look={look} view={view} />,
      }
    },
  )

const StatisticsPage = ({ look, view }: { look: Look; view: PlaysView }) => {
  const { plays, cassets, chosen, csvPath, supporters, followers, byEmail } = view
  const isEmpty = plays.previews + plays.wholes === 0
  return (
    <StudioLayout here={path} texture={look.texture} theme={look.theme}>
      <article class="jcard sales-card">
        <h1>{say('Statistics')}</h1>
        <section class="figures" aria-labelledby="figures">
          <div class="side-head">
            <h2 id="figures">{say('Plays')}</h2>
            <a class="key" href={csvPath} download="">
              {say('Download CSV')}
            </a>
          </div>
          <Choices {...view} />
          {isEmpty ? <Nothing look={look} /> : <PlaysByTime plays={plays} />}
        </section>
        {cassets && <CassetFigures {...cassets} chosen={chosen} />}
        {!isEmpty && <TrackPlays tracks={plays.tracks} hasSeveral={view.tapes.length > 1} />}
        {!isEmpty && <Places plays={plays} />}
        <People {...supporters} followers={followers} byEmail={byEmail} />
        <p class="hint">
          {say(
            'Your own plays are not counted, and nobody is tracked: these figures come without cookies or addresses, only as daily totals. After 90 days they become monthly totals.',
          )}
        </p>
      </article>
    </StudioLayout>
  )
}

const Nothing = ({ look: { handle } }: { look: Look }) => (
  <p class="empty">
    {inParts(say('Nobody has played you in this time. <a>Share your page</a>'), {
      a: (text) => <a href={`/@${handle}`}>{text}</a>,
    })}
  </p>
)

const Choices = ({ span, chosen, tapes, plays }: PlaysView) => {
  const linkTo = (to: { span?: string; casset?: string | undefined }) => {
    const { span: asked, casset } = { span, casset: chosen, ...to }
    return `${path}?span=${asked}${casset === undefined ? '' : `&casset=${casset}`}`
  }
  return (
    <>
      {tapes.length > 1 && (
        <nav class="spans" aria-label={say('Casset')}>
          {[{ id: undefined, name: say('All cassets') }, ...tapes].map(({ id, name }) => (
            <a key={name} href={linkTo({ casset: id })} aria-current={id === chosen ? 'true' : undefined} dir="auto">
              {name}
            </a>
          ))}
        </nav>
      )}
      <nav class="spans" aria-label={say('Period')}>
        {Object.entries(playSpans()).map(([key, name]) => (
          <a key={key} href={linkTo({ span: key })} aria-current={key === span ? 'true' : undefined}>
            {name}
          </a>
        ))}
        <p class="mono">{say('{time} (UTC)', { time: longTime(plays, 'day') })}</p>
      </nav>
    </>
  )
}

const playsBy = (): Readonly<Record<PlaysView['plays']['by'], string>> => ({
  day: say('Plays by day'),
  week: say('Plays by week'),
  month: say('Plays by month'),
})

const PlaysByTime = ({ plays: { by, series, previews, wholes } }: Pick<PlaysView, 'plays'>) => (
  <figure class="income stat">
    <figcaption>
      <h3>{playsBy()[by]}</h3>
      <Legend
        id="plays"
        inks={[
          { ink: 'sales', name: say('Whole tracks: {wholes}', { wholes }) },
          { ink: 'licenses', name: say('Previews: {previews}', { previews }) },
        ]}
      />
    </figcaption>
    <Plot
      id="plays"
      title={playsBy()[by]}
      summary={say(
        '{wholeTracks, plural, one {# whole track} other {# whole tracks}} and {previews, plural, one {# preview} other {# previews}}.',
        { wholeTracks: wholes, previews },
      )}
      label={String}
      least={4}
      bars={series.map((part) => ({
        name: () => shortTime(part, by, series.length),
        told: say(
          '{time}: {wholeTracks, plural, one {# whole track} other {# whole tracks}}, {previews, plural, one {# preview} other {# previews}}',
          { time: longTime(part, by), wholeTracks: part.wholes, previews: part.previews },
        ),
        parts: [
          { ink: 'sales', value: part.wholes },
          { ink: 'licenses', value: part.previews },
        ],
      }))}
    />
    <details class="in-figures">
      <summary>{say('As a table')}</summary>
      <FigureTable label={playsBy()[by]}>
        <thead>
          <tr>
            <th scope="col">{partNames()[by]}</th>
            <th scope="col">{say('Whole tracks')}</th>
            <th scope="col">{say('Previews')}</th>
          </tr>
        </thead>
        <tbody>
          {series
            .filter((part) => part.wholes + part.previews > 0)
            .map((part) => (
              <tr key={part.from}>
                <th scope="row">{longTime(part, by)}</th>
                <td>{part.wholes}</td>
                <td>{part.previews}</td>
              </tr>
            ))}
        </tbody>
      </FigureTable>
    </details>
  </figure>
)
