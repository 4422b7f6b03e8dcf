import ReportsIsland, { type ShownReport } from '../../../public/islands/desk/reports.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { kindText } from '../../operate/moderation/decision-text.ts'
import { listReports } from '../../operate/moderation/list-reports.ts'
import { reasonText } from '../../operate/moderation/report-text.ts'
import { island } from '../island.tsx'
import { deskOnly, page } from '../page.tsx'
import { ShowOlder } from '../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../parts/studio-layout.tsx'

const onPage = 25
const path = '/desk/reports'

/** `/desk/reports`: reported content that waits for a decision. */
export const deskReportsRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: deskOnly('people'), query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => {
    const look = ownLook(ctx, viewer)
    const { reports, nextCursor } = listReports(ctx, onPage, cursor)
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
      main: <ReportsPage look={look} reports={shown} nextCursor={nextCursor} />,
    }
  })

const Reports = island('desk/reports', ReportsIsland)

type ReportsPageProps = { look: Look; reports: readonly ShownReport[]; nextCursor: string | null }

const ReportsPage = ({ look, reports, nextCursor }: ReportsPageProps) => (
  <StudioLayout here={path} texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Reports')}</h1>
        <p>
          {inParts(
            say(
              'What people reported to your site, the oldest first. Comments that were reported to the artist of a room are with the room. Objections to your decisions are with <a>the decisions</a>.',
            ),
            { a: (text) => <a href="/desk/decisions?state=objected">{text}</a> },
          )}
        </p>
      </header>
      <section aria-labelledby="reports">
        <h2 id="reports" tabIndex={-1}>
          {say('Open reports')}
        </h2>
        <Reports reports={reports} />
        <ShowOlder path={path} cursor={nextCursor} label={say('Show newer')} />
      </section>
    </article>
  </StudioLayout>
)
