import { Day } from '../../../../public/lib/day.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { groundText, kindText } from '../../../operate/moderation/decision-text.ts'
import type { DecisionsQuery, DeskDecision } from '../../../operate/moderation/model.ts'
import { listDecisions } from '../../../operate/moderation/read-decisions.ts'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const onPage = 50
const path = '/desk/decisions'

/** `/desk/decisions`: what the site took down, and the way to take something down. */
export const deskDecisionsRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: deskOnly('people'), query: { cursor: 200, state: 20 } }, ({ viewer, query }) => {
    const look = ownLook(ctx, viewer)
    const isObjected = query.state === 'objected'
    const asked: DecisionsQuery = {
      ...(isObjected ? { state: 'objected' } : {}),
      ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
    }
    const description = say('What your site took down, and why.')
    return {
      head: studioHead(ctx, look, { title: say('Decisions'), description, path }),
      main: <DecisionsPage look={look} isObjected={isObjected} {...listDecisions(ctx, onPage, asked)} />,
    }
  })

type DecisionsPageProps = {
  look: Look
  isObjected: boolean
  decisions: readonly DeskDecision[]
  nextCursor: string | null
}

const DecisionsPage = ({ look, isObjected, decisions, nextCursor }: DecisionsPageProps) => (
  <StudioLayout here={path} texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Decisions')}</h1>
        <p>
          {say(
            'What you took down, each with its reasons. Its maker was told them, and can object once within six months.',
          )}
        </p>
      </header>
      <form class="find" action="/desk/decide">
        <div class="field">
          <label for="decide-at">{say('Take something down')}</label>
          <input
            id="decide-at"
            name="at"
            type="text"
            inputMode="url"
            required
            placeholder={say('The page that it is on')}
          />
        </div>
        <button type="submit" class="key">
          {say('Look ## at a page')}
        </button>
      </form>
      <section aria-labelledby="decisions">
        <h2 id="decisions">{isObjected ? say('Objections to answer') : say('Newest first')}</h2>
        <p class="acts">
          {isObjected ? (
            <a class="key" href={path}>
              {say('All decisions')}
            </a>
          ) : (
            <a class="key" href={`${path}?state=objected`}>
              {say('Objections to answer')}
            </a>
          )}
        </p>
        {decisions.length > 0 ? (
          <ul class="rows decisions">
            {decisions.map((each) => (
              <DecisionLine key={each.id} decision={each} />
            ))}
          </ul>
        ) : (
          <p class="empty">{isObjected ? say('No objection waits for an answer.') : say('Nothing was taken down.')}</p>
        )}
        <ShowOlder path={path} cursor={nextCursor} query={isObjected ? { state: 'objected' } : {}} />
      </section>
    </article>
  </StudioLayout>
)

export function stateText({ kind, liftedAt, objectedAt, answeredAt }: DeskDecision): string {
  const isAccount = kind === 'account'
  if (liftedAt !== null)
    return isAccount ? say('open again ## an account') : say('restored ## a thing that was taken down')
  if (objectedAt === null) return isAccount ? say('suspended ## an account') : say('taken down')
  if (answeredAt === null) return say('objected to, waits for your answer')
  return isAccount ? say('stays suspended after an objection') : say('stays taken down after an objection')
}

const DecisionLine = ({ decision }: { decision: DeskDecision }) => {
  const { id, kind, title, maker, ground, basis, decidedAt } = decision
  return (
    <li>
      <p>
        <a href={`/desk/decisions/${id}`} dir="auto">
          {title || say('Of a deleted account')}
        </a>{' '}
        ({maker ? say('{kind} by @{handle}', { kind: kindText()[kind], handle: maker.handle }) : kindText()[kind]})
      </p>
      <p class="hint">
        {stateText(decision)} · {groundText()[ground]}: <span dir="auto">{basis}</span> · <Day iso={decidedAt} />
      </p>
    </li>
  )
}
