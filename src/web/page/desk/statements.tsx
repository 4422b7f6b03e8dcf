import type { Ctx } from '../../../context.ts'
import { type Statement, statementsOfMonth } from '../../../earnings/statement/statement.ts'
import { invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { type Month, monthAt, monthBeside, monthName, monthText, readMonth } from '../../../lib/time/month.ts'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { StatementList } from '../../parts/studio/statement-list.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const onPage = 100

/** `/desk/statements`: the monthly statements of all artists, for the owner of the instance. */
export const deskStatementsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/desk/statements', viewer: deskOnly('money'), query: { month: 10, cursor: 40 } },
    ({ viewer, query: { month: asked, cursor } }) => {
      const last = monthBeside(monthAt(ctx.now()), -1)
      const month = asked === undefined ? last : readMonth(asked)
      if (month === undefined)
        throw invalid('month', say('"{asked}" is not a month like 2026-11.', { asked: String(asked) }))
      const look = ownLook(ctx, viewer)
      const description = say('What you owe each artist, month by month.')
      return {
        head: studioHead(ctx, look, { title: say('Statements'), description, path: '/desk/statements' }),
        main: (
          <StatementsPage
            look={look}
            month={month}
            isLast={month >= last}
            {...statementsOfMonth(ctx, month, onPage, cursor)}
          />
        ),
      }
    },
  )

type StatementsPageProps = {
  look: Look
  month: Month
  isLast: boolean
  statements: readonly Statement[]
  nextCursor: string | null
}

const StatementsPage = ({ look, month, isLast, statements, nextCursor }: StatementsPageProps) => (
  <StudioLayout here="/desk/statements" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>{say('Statements')}</h1>
        <p>
          {say(
            'After each month the site makes one for every artist whose music you sold, with a number of its own: sales, what they cost, and what they were sent. Each artist has theirs in their studio. They never change.',
          )}
        </p>
      </header>
      <h2>{monthName(month)}</h2>
      {statements.length > 0 ? (
        <StatementList statements={statements} showsArtist />
      ) : (
        <p class="empty">{say('There are no statements for this month.')}</p>
      )}
      <ShowOlder
        path="/desk/statements"
        cursor={nextCursor}
        query={{ month: monthText(month) }}
        label={say('Show more')}
      >
        {statements.length > 0 && (
          <a class="key" href={`/api/admin/statements.csv?month=${monthText(month)}`} download="">
            {say('Download CSV')}
          </a>
        )}
        <a class="key" href={`/desk/statements?month=${monthText(monthBeside(month, -1))}`}>
          {say('Month before')}
        </a>
        {!isLast && (
          <a class="key" href={`/desk/statements?month=${monthText(monthBeside(month, 1))}`}>
            {say('Month after')}
          </a>
        )}
      </ShowOlder>
    </article>
  </StudioLayout>
)
