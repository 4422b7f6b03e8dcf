import TakeDown from '../../../../public/islands/desk/take-down.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { TakenThing } from '../../../casset/taken-thing.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { kindText } from '../../../operate/moderation/decision-text.ts'
import type { ThingKind } from '../../../operate/moderation/model.ts'
import { decisionInForce } from '../../../operate/moderation/read-decisions.ts'
import { readThingName, thingOf } from '../../../operate/moderation/things.ts'
import { type ListedThing, slugAt, thingsAt } from '../../../operate/moderation/things-at.ts'
import { refuseActTo } from '../../../platform/http/session/desk-acts.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page, seeOther } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import { ThingsList } from '../../parts/things-list.tsx'

/** `/desk/decide`: `?at=ADDRESS` shows what people made there, `?of=kind:id` takes one down. */
export const deskDecideRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/decide', viewer: deskOnly('people'), query: { at: 2_048, of: 60 } }, ({ viewer, query }) => {
    const look = ownLook(ctx, viewer)
    const description = say('Take something down, with reasons for its maker.')
    const head = studioHead(ctx, look, { title: say('Take down'), description, path: '/desk/decisions' })
    if (query.of !== undefined) {
      const { kind, id } = readThingName(query.of)
      const inForce = decisionInForce(ctx, kind, id)
      if (inForce) return seeOther(`/desk/decisions/${inForce.id}`)
      refuseActTo(ctx, viewer, kind === 'account' ? 'suspend' : 'take-down', thingOf(ctx, kind, id).userIds)
      if (kind === 'account') {
        const title = say('Suspend')
        return { head: { ...head, title }, main: <SuspendPage look={look} id={id} thing={thingOf(ctx, kind, id)} /> }
      }
      return { head, main: <DecidePage look={look} kind={kind} id={id} thing={thingOf(ctx, kind, id)} /> }
    }
    const slug = slugAt(ctx, query.at ?? '')
    if (slug === undefined) throw notFound('page')
    return { head, main: <ChoosePage look={look} {...thingsAt(ctx, slug, viewer)} /> }
  })

const TakeDownForm = island('desk/take-down', TakeDown)

type DecidePageProps = { look: Look; kind: ThingKind; id: string; thing: TakenThing }

const DecidePage = ({ look, kind, id, thing: { title, path } }: DecidePageProps) => (
  <StudioLayout here="/desk/decisions" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Take down')}</h1>
        <p>
          {inParts(
            say(
              '<b>{title}</b>, {kind} on <a>{path}</a>. Its maker gets your words as they are, by bell and email, and can object.',
              { title, kind: kindText()[kind], path: path.slice(1) },
            ),
            { b: (text) => <b dir="auto">{text}</b>, a: (text) => <a href={path}>{text}</a> },
          )}
        </p>
      </header>
      <TakeDownForm kind={kind} id={id} />
    </article>
  </StudioLayout>
)

const SuspendPage = ({ look, id, thing: { title, path } }: Omit<DecidePageProps, 'kind'>) => (
  <StudioLayout here="/desk/people" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Suspend')}</h1>
        <p>
          {inParts(
            say(
              '<b>{title}</b>, <a>{path}</a>. What they published stays to be read and heard, but nothing of it is sold, and they cannot comment, write letters, upload or publish. They get your words as they are, by bell and email, and can object. You end it with one press.',
              { title, path: path.slice(1) },
            ),
            { b: (text) => <b dir="auto">{text}</b>, a: (text) => <a href={path}>{text}</a> },
          )}
        </p>
      </header>
      <TakeDownForm kind="account" id={id} />
    </article>
  </StudioLayout>
)

type ChoosePageProps = { look: Look; path: string; things: readonly ListedThing[] }

const ChoosePage = ({ look, path, things }: ChoosePageProps) => (
  <StudioLayout here="/desk/decisions" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Take down')}</h1>
        <p>
          {inParts(
            say(
              'What is on <a>{path}</a>: the page, its tracks and emoji, the newest clips and comments. Which of these?',
              { path: path.slice(1) },
            ),
            { a: (text) => <a href={path}>{text}</a> },
          )}
        </p>
      </header>
      <ThingsList things={things} path="/desk/decide" />
    </article>
  </StudioLayout>
)
