import ReportForm, { type ReportProps } from '../../../public/islands/report/report.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { kindText } from '../../operate/moderation/decision-text.ts'
import { guestReasons, memberReasons, reasonText } from '../../operate/moderation/report/report-text.ts'
import { isReportable, readThingName } from '../../operate/moderation/things.ts'
import { type ListedThing, slugAt, thingsAt } from '../../operate/moderation/things-at.ts'
import { visibleThing } from '../../operate/moderation/visible-thing.ts'
import { island } from '../document/island.tsx'
import { optional, page } from '../page.tsx'
import { FormLayout, formHead } from '../parts/sign-up/form-layout.tsx'
import { ThingsList } from '../parts/things-list.tsx'

/**
 * `/report`: `?at=` a page shows what people made there; `?of=kind:id` reports one of these to the
 * site.
 */
export const reportRoute = (ctx: Ctx) =>
  page(ctx, { path: '/report', viewer: optional, query: { at: 2_048, of: 60 } }, ({ viewer, query }) => {
    const head = formHead(say('Report'), say('Tell the owner of this site that something is wrong.'), '/report')
    if (query.of !== undefined) {
      const { kind, id } = readThingName(query.of)
      if (!isReportable(kind)) throw notFound('thing')
      const { title } = visibleThing(ctx, kind, id, viewer)
      const reasons = (viewer ? memberReasons : guestReasons).map((reason) => ({ reason, text: reasonText()[reason] }))
      return {
        head,
        main: <ReportPage title={title} kind={kind} id={id} isGuest={viewer === null} reasons={reasons} />,
      }
    }
    const slug = slugAt(ctx, query.at ?? '')
    if (slug === undefined) throw notFound('page')
    return { head, main: <ChoosePage {...thingsAt(ctx, slug, viewer)} /> }
  })

const Form = island('report/report', ReportForm)

const ReportPage = ({ title, ...form }: ReportProps & { title: string }) => (
  <FormLayout
    title={say('Report')}
    lead={say('“{title}” ({kindText}): what is wrong with it? The owner of this site decides.', {
      title,
      kindText: kindText()[form.kind],
    })}
    hasArt={false}
    foot={
      form.isGuest && (
        <a href={`/login?next=${encodeURIComponent(`/report?of=${form.kind}:${form.id}`)}`}>
          {say('Sign in to report anything else')}
        </a>
      )
    }
  >
    <Form {...form} />
  </FormLayout>
)

const ChoosePage = ({ path, things }: { path: string; things: readonly ListedThing[] }) => (
  <main id="main" class="world account wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Report')}</h1>
      <p>
        {inParts(say('What is wrong on <a>{path}</a>?', { path: path.slice(1) }), {
          a: (text) => <a href={path}>{text}</a>,
        })}
      </p>
      <ThingsList things={things} path="/report" />
    </article>
  </main>
)
