import ObjectForm from '../../../../public/islands/account/object.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { kindText, redressText } from '../../../operate/moderation/decision-text.ts'
import type { Decision } from '../../../operate/moderation/model.ts'
import { listOwnDecisions, readOwnDecision } from '../../../operate/moderation/read-decisions.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { Statement } from '../../parts/studio/statement.tsx'

const path = '/account/decisions'
const onPage = 50

/** `/account/decisions`: what the site decided about things of the viewer's. */
export const accountDecisionsRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead(say('Decisions'), say('What this site decided about things that you made.'), path),
    main: <DecisionsPage {...listOwnDecisions(ctx, viewer, onPage, cursor)} />,
  }))

/** `/account/decisions/{id}`: one of these, with the form to object. */
export const accountDecisionRoute = (ctx: Ctx) =>
  page(ctx, { path: `${path}/:id`, viewer: required }, ({ viewer, params: { id } }) => ({
    head: formHead(say('Decision'), say('Why something of yours was taken down, and how to object.'), path),
    main: <DecisionPage decision={readOwnDecision(ctx, viewer, id)} redress={redressText(ctx)} />,
  }))

type DecisionsPageProps = { decisions: readonly Decision[]; nextCursor: string | null }

function outcomeText({ kind, liftedAt }: Pick<Decision, 'kind' | 'liftedAt'>): string {
  if (kind === 'account')
    return liftedAt === null ? say('Suspended on <day></day>') : say('No longer suspended since <day></day>')
  return liftedAt === null ? say('Taken down on <day></day>') : say('Restored on <day></day>')
}

const headingOf = ({ kind, liftedAt }: Decision): string => {
  // Longer words than these do not fit a phone.
  if (kind === 'account') return say('Your account')
  return liftedAt === null ? say('Taken down') : say('Restored ## a thing that was taken down')
}

const DecisionsPage = ({ decisions, nextCursor }: DecisionsPageProps) => (
  <main id="main" class="world decided wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Decisions')}</h1>
      <p>{say('What this site decided about things that you made. Each says why, and how you can object.')}</p>
      {decisions.length > 0 ? (
        <ul class="rows decisions">
          {decisions.map(({ id, kind, title, decidedAt, liftedAt }) => (
            <li key={id}>
              <p>
                <a href={`${path}/${id}`} dir="auto">
                  {title}
                </a>{' '}
                ({kindText()[kind]})
              </p>
              <p class="hint">
                {inParts(outcomeText({ kind, liftedAt }), { day: () => <Day iso={liftedAt ?? decidedAt} /> })}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p class="empty">{say('None: nothing of yours was taken down.')}</p>
      )}
      <ShowOlder path={path} cursor={nextCursor}>
        <a class="key" href="/account">
          {say('Your account')}
        </a>
      </ShowOlder>
    </article>
  </main>
)

const Objecting = island('account/object', ObjectForm)

/** `redress`: where else to turn. */
const DecisionPage = ({ decision, redress }: { decision: Decision; redress: string }) => (
  <main id="main" class="world decided wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{headingOf(decision)}</h1>
      <Statement decision={decision} />
      {decision.objectUntil !== null && (
        <section aria-labelledby="object">
          <h2 id="object">{say('If you think that this is wrong')}</h2>
          <p>
            {inParts(
              say(
                'You can object here at no cost, once, until <day></day>. A person reads it, and you are told the answer.',
              ),
              { day: () => <Day iso={decision.objectUntil ?? ''} /> },
            )}
            {gap()}
            {redress}
          </p>
          <Objecting id={decision.id} />
        </section>
      )}
      {decision.objectedAt !== null && decision.answeredAt === null && (
        <p>{say('You objected. You are told the answer by bell and email.')}</p>
      )}
      <p class="acts">
        <a class="key" href={path}>
          {say('All decisions about your things')}
        </a>
      </p>
    </article>
  </main>
)
