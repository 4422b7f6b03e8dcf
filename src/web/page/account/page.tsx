import Activity from '../../../../public/islands/account/activity.tsx'
import AppKeys, { type AppKeysProps } from '../../../../public/islands/account/app-keys.tsx'
import Email, { type EmailProps } from '../../../../public/islands/account/email.tsx'
import DataExport, { type DataExportProps } from '../../../../public/islands/account/export.tsx'
import HandleForm from '../../../../public/islands/account/handle.tsx'
import Identities, { type IdentitiesProps } from '../../../../public/islands/account/identities.tsx'
import Keys from '../../../../public/islands/account/keys.tsx'
import MailingLists, { type MailingListsProps } from '../../../../public/islands/account/mailing-lists.tsx'
import Notifications, { type NotificationsProps } from '../../../../public/islands/account/notifications.tsx'
import Passkeys from '../../../../public/islands/account/passkeys.tsx'
import Password from '../../../../public/islands/account/password.tsx'
import Picture from '../../../../public/islands/account/picture.tsx'
import Profile from '../../../../public/islands/account/profile.tsx'
import Sessions from '../../../../public/islands/account/sessions.tsx'
import OpenStudio from '../../../../public/islands/auth/open-studio.tsx'
import SendEmail from '../../../../public/islands/auth/send-email.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Passkeys as PasskeysShape } from '../../../account/passkey/model.ts'
import type { Activity as ActivityShape, Sessions as SessionsShape } from '../../../account/session/model.ts'
import type { ArtistProfile } from '../../../account/shape.ts'
import { type Language, nameOfLanguage } from '../../../lib/language/languages.ts'
import { currentLanguage, say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { island } from '../../document/island.tsx'

const ProfileForm = island('account/profile', Profile)
const PictureForm = island('account/picture', Picture)
const EmailForm = island('account/email', Email)
const SessionList = island('account/sessions', Sessions)
const NotificationSwitches = island('account/notifications', Notifications)
const IdentityList = island('account/identities', Identities)
const PasskeyList = island('account/passkeys', Passkeys)
const AppKeyList = island('account/app-keys', AppKeys, 'visible')
const PasswordForm = island('account/password', Password)
const ActivityList = island('account/activity', Activity, 'visible')
const MailingListsList = island('account/mailing-lists', MailingLists)
const DataExportForm = island('account/export', DataExport)
const HandleChange = island('account/handle', HandleForm)
const OpenStudioKey = island('auth/open-studio', OpenStudio)
const KeysField = island('account/keys', Keys)
const SendEmailKey = island('auth/send-email', SendEmail)

type AccountPageProps = MailingListsProps & {
  viewer: Viewer
  profile: ArtistProfile
  sessions: SessionsShape['sessions']
  activity: ActivityShape
  hasMail: boolean
  hasCredits: boolean
  host: string
  languages: readonly Language[]
  ways: IdentitiesProps
  passkeys: PasskeysShape
  apps: AppKeysProps
  proofs: EmailProps
  data: DataExportProps
  notifications: Pick<NotificationsProps, 'prefs' | 'gathersMail' | 'publicKey'>
}

export const AccountPage = ({
  viewer,
  profile,
  sessions,
  activity,
  hasMail,
  hasCredits,
  host,
  languages,
  lists,
  ways,
  passkeys,
  apps,
  proofs,
  data,
  notifications,
  allowsLetters,
}: AccountPageProps) => (
  <main id="main" class="world account wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <header class="account-head">
        {viewer.makesMusic ? (
          <div class="portrait">
            <img src={profile.pfp} alt="" width="256" height="256" />
          </div>
        ) : (
          <PictureForm url={profile.pfp} displayName={profile.displayName} />
        )}
        <div class="names">
          <p class="eyebrow">@{profile.handle}</p>
          <h1>{say('Account')}</h1>
          <p class="hand" dir="auto">
            {profile.displayName}
          </p>
          {viewer.makesMusic && (
            <p>
              {inParts(say('Your name, picture and the texts of your page are <a>in the studio</a>.'), {
                a: (text) => <a href="/studio#about-you">{text}</a>,
              })}
            </p>
          )}
        </div>
      </header>
      <noscript>
        <p class="notice">
          {say('These forms need JavaScript: switch it on for this site, then load the page again.')}
        </p>
      </noscript>
      <div class="papers">
        {!viewer.makesMusic && (
          <section aria-labelledby="inlay">
            <h2 id="inlay">{say('Profile')}</h2>
            <p class="hint">{say('Each change is saved when you leave its field.')}</p>
            <ProfileForm profile={profile} />
          </section>
        )}
        <div class="papers-side">
          <section aria-labelledby="email">
            <h2 id="email">{say('Email')}</h2>
            <p>
              <b dir="auto">{viewer.email}</b>
            </p>
            <EmailState viewer={viewer} hasMail={hasMail} />
            {hasMail ? (
              <EmailForm {...proofs} />
            ) : (
              <UnmailedChange isOwner={viewer.role === 'owner'} email={viewer.email} />
            )}
          </section>
          <section aria-labelledby="handle">
            <h2 id="handle">{say('Handle')}</h2>
            {viewer.makesMusic && (
              <p class="hint">{say('Once you have published, your old address leads to the new one.')}</p>
            )}
            <HandleChange handle={viewer.handle} host={host} />
          </section>
          <section aria-labelledby="password">
            <h2 id="password">{say('Password')}</h2>
            <PasswordForm email={viewer.email} handle={viewer.handle} displayName={viewer.displayName} />
          </section>
          <section aria-labelledby="passkeys">
            <h2 id="passkeys">{say('Passkeys')}</h2>
            <PasskeyList {...passkeys} />
          </section>
          {!viewer.makesMusic && (
            <section aria-labelledby="music">
              <h2 id="music">{say('Your own music')}</h2>
              <p class="hint">{say('Publish it: the menu then has your page and the studio.')}</p>
              <OpenStudioKey address={`${host}/@${viewer.handle}`} />
            </section>
          )}
          {ways.doors.length > 0 && (
            <section aria-labelledby="ways">
              <h2 id="ways">{say('Sign-in methods')}</h2>
              <p class="hint">{say('Link an account that you have elsewhere, and sign in with it.')}</p>
              <IdentityList {...ways} />
            </section>
          )}
          <section aria-labelledby="apps">
            <h2 id="apps">{say('Music apps')}</h2>
            <p class="hint">{say('Hear what you have in an app on your phone that speaks Subsonic.')}</p>
            <AppKeyList {...apps} />
          </section>
          {languages.length > 1 && (
            <section aria-labelledby="language">
              <h2 id="language">{say('Language')}</h2>
              <LanguageForm languages={languages} />
            </section>
          )}
          <section class="needs-js" aria-labelledby="keys">
            <h2 id="keys">{say('Keyboard shortcuts')}</h2>
            <KeysField />
          </section>
        </div>
        <section aria-labelledby="sessions">
          <h2 id="sessions">{say('Devices')}</h2>
          <SessionList sessions={sessions} />
        </section>
        <section aria-labelledby="activity">
          <h2 id="activity">{say('Recent activity')}</h2>
          <ActivityList first={activity} />
        </section>
        <section aria-labelledby="notifications">
          <h2 id="notifications">{say('Notifications')}</h2>
          <NotificationSwitches
            handle={viewer.handle}
            makesMusic={viewer.makesMusic}
            hasMail={hasMail}
            {...notifications}
          />
        </section>
        {hasCredits && (
          <section aria-labelledby="credits">
            <h2 id="credits">{say('Credits ## cassets that name a person')}</h2>
            <p class="hint">{say('Where others name you, and whether it leads to your page.')}</p>
            <p class="acts">
              <a class="key" href="/account/credits">
                {say('Open your credits')}
              </a>
            </p>
          </section>
        )}
        <section aria-labelledby="lists">
          <h2 id="lists">{say('Emails from artists')}</h2>
          <MailingListsList lists={lists} allowsLetters={allowsLetters} />
        </section>
        <section aria-labelledby="data">
          <h2 id="data">{say('Your data')}</h2>
          <p class="hint">
            {say('A zip with all that this site has of you: what you made, wrote, bought and sold, as files and JSON.')}
          </p>
          <DataExportForm {...data} />
        </section>
        {!viewer.makesMusic && (
          <section aria-labelledby="programs">
            <h2 id="programs">{say('For programs')}</h2>
            <p class="hint">
              {say('Keys to try the interface of this site with, where nothing real is read or written.')}
            </p>
            <p class="acts">
              <a class="key" href="/studio/sandbox">
                {say('Open the developers’ page')}
              </a>
            </p>
          </section>
        )}
        <section aria-labelledby="leaving">
          <h2 id="leaving">{say('Delete your account')}</h2>
          <p class="acts">
            <a class="key" href="/account/delete">
              {say('Delete your account')}
            </a>
          </p>
        </section>
      </div>
    </article>
  </main>
)

const LanguageForm = ({ languages }: { languages: readonly Language[] }) => (
  <form class="form" method="post" action="/language">
    <div class="field">
      <label for="language-of-account">{say('Pages, emails and notifications come in')}</label>
      <select id="language-of-account" name="language">
        {languages.map((each) => (
          <option key={each} value={each} lang={each} selected={each === currentLanguage()}>
            {nameOfLanguage(each)}
          </option>
        ))}
      </select>
    </div>
    <p class="acts">
      <button class="key" type="submit">
        {say('Save language')}
      </button>
    </p>
  </form>
)

const UnmailedChange = ({ isOwner, email }: { isOwner: boolean; email: string }) => (
  <p class="hint">
    {isOwner
      ? inParts(say('To change it, run <code></code>'), {
          code: () => <code>tapedeck email {email} NEW-EMAIL</code>,
        })
      : say('Ask the site’s owner to change it.')}
  </p>
)

function EmailState({ viewer, hasMail }: Pick<AccountPageProps, 'viewer' | 'hasMail'>) {
  if (viewer.emailVerified) return <p class="hint">{say('Confirmed: email reaches you here.')}</p>
  if (hasMail) {
    return (
      <>
        <p class="hint">{say('Not confirmed yet. Open the link in the email we sent there.')}</p>
        <div class="acts">
          <SendEmailKey />
        </div>
      </>
    )
  }
  return (
    <p class="hint">
      {viewer.role === 'owner'
        ? inParts(say('Not confirmed: this site sends no email. <a>How to set it up</a>'), {
            a: (text) => <a href="/desk">{text}</a>,
          })
        : say('Not confirmed: this site sends no email yet.')}
    </p>
  )
}
