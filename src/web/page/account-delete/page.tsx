import DeleteAccount, { type DeleteAccountProps } from '../../../../public/islands/account/delete-account.tsx'
import type { Obstacle } from '../../../operate/deletion/obstacles.ts'
import { island } from '../../island.tsx'
import { CodeWords } from '../../parts/code-words.tsx'
import { FormLayout } from '../../parts/form-layout.tsx'

const DeleteForm = island('account/delete-account', DeleteAccount)

/** What deleting an account does, and the form; or what has to end first. */
export const AccountDeletePage = ({
  obstacles,
  ...form
}: DeleteAccountProps & { obstacles: readonly Obstacle[]; handle: string }) => (
  <FormLayout
    title="Delete your account"
    lead="This cannot be undone. Nobody gets your handle again, and neither do you."
    foot={<a href="/account">Back to your account</a>}
    hasArt={false}
  >
    <div class="form">
      <h2>What goes</h2>
      <p>
        Your name, email, bio, pictures and links, every way to sign in, your comments, likes, follows and clips, and
        all that you uploaded that nobody has collected. Your page is gone at once. If you ever paid here, you are
        deleted as a customer at the payment processor too.
      </p>
      <h2>What stays</h2>
      <p>
        What people collected from you stays theirs, without your name. So do receipts, and what you signed of a
        release. Orders stay in the site’s books, of a nameless account, and the payment processor keeps what it has to
        keep of payments. What you collected is no longer yours to hear or download.
      </p>
      {obstacles.length > 0 ? (
        <>
          <h2>First</h2>
          <ul>
            {obstacles.map(({ why, hint }) => (
              <li key={why}>
                <b dir="auto">{why}</b> <CodeWords text={hint} />
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
