import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../../context.ts'
import { listStatements, type Statement } from '../../../../earnings/statement/statement.ts'
import { say } from '../../../../lib/language/say.ts'
import { page, required } from '../../../page.tsx'
import { ShowOlder } from '../../../parts/show-older.tsx'
import { StatementList } from '../../../parts/studio/statement-list.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'

const onPage = 50

/** `/studio/statements`: an artist's monthly statements. */
export const studioStatementsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/statements', viewer: required, query: { cursor: 10 } },
    ({ viewer, query: { cursor } }) => {
      const look = ownLook(ctx, viewer)
      const description = say('What you earned here each month, and what you were sent.')
      return {
        head: studioHead(ctx, look, { title: say('Statements'), description, path: '/studio/statements' }),
        main: <StatementsPage look={look} {...listStatements(ctx, viewer.artistId, onPage, cursor)} />,
      }
    },
  )

type StatementsPageProps = { look: Look; statements: readonly Statement[]; nextCursor: string | null }

const StatementsPage = ({ look, statements, nextCursor }: StatementsPageProps) => (
  <StudioLayout here="/studio/statements" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>{say('Statements')}</h1>
        <p>
          {say(
            'After each month in which something of yours was sold or sent, this site makes a statement: sales, what they cost, and what you were sent. It never changes; what comes later is on the next one.',
          )}
        </p>
      </header>
      {statements.length > 0 ? (
        <StatementList statements={statements} showsArtist={false} />
      ) : (
        <p class="empty">
          {say('None yet. The first comes after the first month in which this site sold something for you.')}
        </p>
      )}
      <ShowOlder path="/studio/statements" cursor={nextCursor} />
      <p class="hint">
        {inParts(say('Under <a>Tax</a> you say what they call you, and whether your invoices are written from them.'), {
          a: (text) => <a href="/studio/tax">{text}</a>,
        })}
      </p>
    </article>
  </StudioLayout>
)
