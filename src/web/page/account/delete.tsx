import DeleteAccount, { type DeleteAccountProps } from '../../../../public/islands/account/delete-account.tsx'
import { waysToProve } from '../../../account/passkey/prove-owner.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { type Obstacle, obstaclesTo, owedText, sentLaterText } from '../../../operate/deletion/obstacles.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { CodeText } from '../../parts/code-text.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'

/** `/account/delete`: what a deletion means, what has to end first, and the form. */
export const accountDeleteRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account/delete', viewer: required }, ({ viewer }) => ({
    head: formHead(say('Delete your account'), say('Delete your account on this site.'), '/account/delete'),
    main: (
      <AccountDeletePage
        obstacles={obstaclesTo(ctx, viewer)}
        owed={owedText(ctx, viewer)}
        sentLater={sentLaterText(ctx, viewer)}
        handle={viewer.handle}
        {...waysToProve(ctx, viewer.userId)}
      />
    ),
  }))

const DeleteForm = island('account/delete-account', DeleteAccount)

const AccountDeletePage = ({
  obstacles,
  sentLater,
  ...form
}: DeleteAccountProps & { obstacles: readonly Obstacle[]; sentLater: string; handle: string }) => (
  <FormLayout
    title={say('Delete your account')}
    lead={say('This cannot be undone. Nobody gets your handle again, and neither do you.')}
    foot={<a href="/account">{say('Back to your account')}</a>}
    hasArt={false}
  >
    <div class="form">
      <h2>{say('What goes')}</h2>
      <p>
        {say(
          'Your name, email, bio, pictures and links, every way to sign in, your comments, likes, follows and clips, and all that you uploaded that nobody has bought. Your page is gone at once. If you ever paid here, you are deleted as a customer at the payment processor too.',
        )}
        {gap()}
        {say(
          'Preorders of your music are refunded. Your codes that nobody has used, prices that you named for a license, your emoji and your letters that wait end.',
        )}
      </p>
      <h2>{say('What stays')}</h2>
      <p>
        {say(
          'What people bought from you stays theirs, without your name. So do receipts, and what you signed of a release. Orders stay in the site’s books, of a nameless account, and the payment processor keeps what it has to keep of payments. What you bought is no longer yours to hear or download.',
        )}
        {gap()}
        {say('A prize that you won and have not got goes on to the next clip, or back to the artist who paid it in.')}
        {gap()}
        {say('Licenses that people bought of you stay valid, but the files of your releases are no longer handed out.')}
        {sentLater !== '' && ' '}
        {sentLater !== '' &&
          say('{sum} that buyers may still give back is sent to your payout account once they no longer can.', {
            sum: sentLater,
          })}
      </p>
      {obstacles.length > 0 ? (
        <>
          <h2>{say('First')}</h2>
          <ul>
            {obstacles.map(({ why, hint }) => (
              <li key={why}>
                <b dir="auto">{why}</b> <CodeText text={hint} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <DeleteForm {...form} />
      )}
    </div>
  </FormLayout>
)
