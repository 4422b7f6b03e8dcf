import Answer from '../../../../public/islands/desk/answer.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { DeskDecision } from '../../../operate/moderation/model.ts'
import { isErased, whyNotAnswered } from '../../../operate/moderation/object.ts'
import { readDecision } from '../../../operate/moderation/read-decisions.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { Statement } from '../../parts/studio/statement.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk/decisions/{id}`: one decision, its objection, and the keys to answer or to give back. */
export const deskDecisionRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/decisions/:id', viewer: deskOnly('people') }, ({ viewer, params: { id } }) => {
    const look = ownLook(ctx, viewer)
    const decision = readDecision(ctx, id)
    const description = say('A decision of your site, and what its maker says of it.')
    return {
      head: studioHead(ctx, look, { title: say('Decision'), description, path: '/desk/decisions' }),
      main: (
        <DecisionPage
          look={look}
          decision={decision}
          refusal={whyNotAnswered(ctx, viewer, id)}
          isErased={isErased(ctx, id)}
        />
      ),
    }
  })

const AnswerKeys = island('desk/answer', Answer)

const aboutOf = (name: string, decidedBy: string | null): string =>
  decidedBy === null
    ? say('About something of <a>{name}</a>.', { name })
    : say('About something of <a>{name}</a>, decided by @{decidedBy}.', { name, decidedBy })

type DecisionPageProps = {
  look: Look
  decision: DeskDecision
  refusal: string | undefined
  isErased: boolean
}

const DecisionPage = ({ look, decision, refusal, isErased: isGone }: DecisionPageProps) => (
  <StudioLayout here="/desk/decisions" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Decision')}</h1>
        {decision.maker && (
          <p>
            {inParts(aboutOf(decision.maker.displayName, decision.decidedBy), {
              a: (text) => (
                <a href={`/@${decision.maker?.handle}`} dir="auto">
                  {text}
                </a>
              ),
            })}
          </p>
        )}
      </header>
      <Statement decision={decision} />
      {decision.liftedAt === null && refusal !== undefined && <p class="notice">{refusal}</p>}
      {decision.liftedAt === null && refusal === undefined && (
        <AnswerKeys
          id={decision.id}
          isAccount={decision.kind === 'account'}
          isAsked={decision.objectedAt !== null && decision.answeredAt === null}
          isErased={isGone}
        />
      )}
      <p class="hint">
        <a href="/desk/decisions">{say('All decisions')}</a>
        {decision.foundBy === 'report' && (
          <>
            {' · '}
            <a href="/desk/reports">{say('To the reports')}</a>
          </>
        )}
      </p>
    </article>
  </StudioLayout>
)
