import { artistOf, toProfile } from '../../../account/artist.ts'
import { listSessions } from '../../../account/session.ts'
import type { Ctx } from '../../../context.ts'
import { readGathersMail, readPrefs } from '../../../notification/box.ts'
import { listActivity } from '../../../security/activity.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { AccountPage } from './page.tsx'

const listedSessions = 100
const listedActivity = 5

/** `/account`. */
export const accountRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account', viewer: required }, ({ viewer }) => ({
    head: formHead('Account', 'Your profile, email, password and sign-ins.', '/account'),
    main: (
      <AccountPage
        viewer={viewer}
        hasMail={ctx.mailer !== undefined}
        profile={toProfile(ctx, artistOf(ctx, viewer.userId))}
        sessions={listSessions(ctx, viewer, listedSessions).sessions}
        notifications={{
          prefs: readPrefs(ctx, viewer.userId),
          gathersMail: readGathersMail(ctx, viewer.userId),
          publicKey: ctx.push.keys.publicKey,
        }}
        activity={listActivity(ctx, viewer.userId, listedActivity)}
      />
    ),
  }))
