import { listNotifications } from '../../../account/notification/list-notifications.ts'
import type { Ctx } from '../../../context.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { NotificationsPage } from './page.tsx'

const onPage = 30

/** `/notifications`: what the viewer was told. */
export const notificationsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/notifications', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead('Notifications', 'What happened around your music.', '/notifications'),
    main: (
      <NotificationsPage
        {...listNotifications(ctx, viewer.userId, onPage, cursor)}
        isTurned={cursor !== undefined}
        now={ctx.now()}
      />
    ),
  }))
