import { artistOf, toProfile } from '../../../account/artist.ts'
import { listIdentities } from '../../../account/identity/identity.ts'
import { troubleText } from '../../../account/identity/trouble.ts'
import { readGathersMail, readPrefs } from '../../../account/notification/box.ts'
import { pushingOf } from '../../../account/notification/pushing.ts'
import { listPasskeys } from '../../../account/passkey/list-passkeys.ts'
import { waysToProve } from '../../../account/passkey/prove-owner.ts'
import { listAppKeys } from '../../../account/session/app-key.ts'
import { listSessions } from '../../../account/session/session.ts'
import { allowsLetters } from '../../../audience/letter/followed-letters.ts'
import { listConsents } from '../../../audience/mailing-list/list-consents.ts'
import { hasCredits } from '../../../casset/credit/own-credits.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { readPresentExport } from '../../../operate/export/own-export.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { listActivity } from '../../../platform/security/activity.ts'
import { page, required } from '../../page.tsx'
import { doorsOf } from '../../parts/frame/doors.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { AccountPage } from './page.tsx'

const listedSessions = 100
const listedActivity = 5
const shownLists = 100

const words = { trouble: 20, with: 20 } as const

/** `/account`. */
export const accountRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account', viewer: required, query: words }, ({ viewer, query }) => ({
    head: formHead(say('Account'), say('Your profile, email, password and sign-ins.'), '/account'),
    main: (
      <AccountPage
        viewer={viewer}
        host={new URL(ctx.site.origin).host}
        languages={ctx.config.site.languages}
        lists={listConsents(ctx, viewer, shownLists).mailingLists}
        allowsLetters={allowsLetters(ctx, viewer)}
        hasMail={ctx.mailer !== undefined}
        hasCredits={hasCredits(ctx, viewer)}
        passkeys={listPasskeys(ctx, viewer.userId)}
        apps={{ appKeys: listAppKeys(ctx, viewer), handle: viewer.handle, origin: ctx.site.origin }}
        data={{ first: readPresentExport(ctx, viewer) }}
        proofs={waysToProve(ctx, viewer.userId)}
        ways={readWays(ctx, viewer, query)}
        profile={toProfile(ctx, artistOf(ctx, viewer.userId))}
        sessions={listSessions(ctx, viewer, listedSessions).sessions}
        notifications={{
          prefs: readPrefs(ctx, viewer.userId),
          gathersMail: readGathersMail(ctx, viewer.userId),
          publicKey: pushingOf(ctx).keys.publicKey,
        }}
        activity={listActivity(ctx, viewer.userId, listedActivity)}
      />
    ),
  }))

function readWays(ctx: Ctx, { userId }: Viewer, query: { trouble?: string | undefined; with?: string | undefined }) {
  const doors = doorsOf(ctx.config.providers)
  const door = doors.find(({ name }) => name === query.with)
  const told = door && troubleText(query.trouble, door.label)
  return { doors, identities: listIdentities(ctx, userId), ...(told === undefined ? {} : { told }) }
}
