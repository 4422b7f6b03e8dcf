import ReportsIsland, { type ShownReport } from '../../../../public/islands/desk/reports.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { kindText } from '../../../operate/moderation/decision-text.ts'
import {
  listReports,
  type ReportsFilter,
  readFilter,
  wasAnyReported,
} from '../../../operate/moderation/report/list-reports.ts'
import { reasonText } from '../../../operate/moderation/report/report-text.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { ReportFilter } from '../../parts/studio/report-filter.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const onPage = 25
const path = '/desk/reports'
const parameters = { cursor: 200, kind: 20, state: 20, from: 20, reporter: 64, order: 20 }

/** `/desk/reports`: reported content, what waits for a decision first. */
export const deskReportsRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: deskOnly('people'), query: parameters }, ({ viewer, query: { cursor, ...query } }) => {
    const look = ownLook(ctx, viewer)
    const filter = readFilter(query)
    const { reports, nextCursor } = listReports(ctx, onPage, cursor === undefined ? filter : { ...filter, cursor })
    const shown = reports.map((report) => ({
      ...report,
      kindText: kindText()[report.kind],
      reasonText: reasonText()[report.reason],
    }))
    return {
      head: studioHead(ctx, look, {
        title: say('Reports'),
        description: say('What people reported to your site.'),
        path,
      }),
      main: (
        <ReportsPage
          look={look}
          filter={filter}
          isFiltered={wasAnyReported(ctx)}
          reports={shown}
          nextCursor={nextCursor}
        />
      ),
    }
  })

const Reports = island('desk/reports', ReportsIsland)

type ReportsPageProps = {
  look: Look
  filter: ReportsFilter
  /** Whether there is anything to filter. */
  isFiltered: boolean
  reports: readonly ShownReport[]
  nextCursor: string | null
}

const ReportsPage = ({ look, filter, isFiltered, reports, nextCursor }: ReportsPageProps) => (
  <StudioLayout here={path} texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Reports')}</h1>
        <p>
          {inParts(
            say(
              'What people reported to your site, one line a thing. Comments that were reported to the artist of a room are with the room. Objections to your decisions are with <a>the decisions</a>.',
            ),
            { a: (text) => <a href="/desk/decisions?state=objected">{text}</a> },
          )}
        </p>
      </header>
      {isFiltered && <ReportFilter path={path} filter={filter} />}
      <section aria-labelledby="reports">
        <h2 id="reports" tabIndex={-1}>
          {headingOf(filter)}
        </h2>
        <Reports reports={reports} empty={emptyText(filter)} />
        <ShowOlder
          path={path}
          cursor={nextCursor}
          query={filter}
          label={filter.order === 'newest' ? say('Show older') : say('Show newer')}
        />
      </section>
    </article>
  </StudioLayout>
)

function headingOf({ state = 'open' }: ReportsFilter): string {
  if (state === 'open') return say('Open reports')
  return state === 'taken-down' ? say('Taken down after a report') : say('Left as it is')
}

function emptyText({ state = 'open', order: _, ...narrowed }: ReportsFilter): string {
  if (Object.keys(narrowed).length > 0) return say('No report is like that.')
  if (state === 'open') return say('Nothing to decide.')
  return state === 'taken-down'
    ? say('Nothing was taken down after a report.')
    : say('Nothing was left after a report.')
}
