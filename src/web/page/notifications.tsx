import AnswerCredit from '../../../public/islands/bell/answer-credit.tsx'
import { Nothing } from '../../../public/islands/bell/nothing.tsx'
import Shown from '../../../public/islands/bell/shown.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import { ToldLine } from '../../../public/lib/told-line.tsx'
import { listNotifications } from '../../account/notification/list-notifications.ts'
import type { Notifications } from '../../account/notification/model.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { island } from '../document/island.tsx'
import { page, required } from '../page.tsx'
import { ShowOlder } from '../parts/show-older.tsx'
import { formHead } from '../parts/sign-up/form-layout.tsx'

const onPage = 30

/** `/notifications`: the viewer's notifications. */
export const notificationsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/notifications', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead(say('Notifications'), say('What happened around your music.'), '/notifications'),
    main: (
      <NotificationsPage
        {...listNotifications(ctx, viewer.userId, onPage, cursor)}
        isTurned={cursor !== undefined}
        now={ctx.now()}
      />
    ),
  }))

const AnswerKeys = island('bell/answer-credit', AnswerCredit)
const ShownKey = island('bell/shown', Shown)

type NotificationsPageProps = Notifications & { isTurned: boolean; now: number }

const NotificationsPage = ({ notifications, nextCursor, isTurned, now }: NotificationsPageProps) => (
  <main id="main" class="world notifications wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Notifications')}</h1>
      {notifications.length > 0 && (
        <ol class="told">
          {notifications.map((each) => (
            <ToldLine key={each.id} told={each} now={now}>
              {each.creditId !== undefined && <AnswerKeys id={each.creditId} of={each.title} />}
            </ToldLine>
          ))}
        </ol>
      )}
      {notifications.length === 0 && !isTurned && <Nothing />}
      {notifications.length === 0 && isTurned && (
        <p class="empty">
          {inParts(say('That is all. <a>Back to the newest</a>'), { a: (text) => <a href="/notifications">{text}</a> })}
        </p>
      )}
      <ShowOlder path="/notifications" cursor={nextCursor}>
        <a class="key" href="/account#notifications">
          {say('Choose what comes')}
        </a>
        <ShownKey shown={notifications.map(({ id, read }) => ({ id, read }))} />
      </ShowOlder>
    </article>
  </main>
)
