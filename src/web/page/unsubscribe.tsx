import { inParts } from '../../../public/lib/in-parts.tsx'
import { isDigestKey } from '../../account/notification/end-digests.ts'
import { artistOfKey } from '../../audience/letter/end-letters.ts'
import { nobodysToken } from '../../audience/letter/send/reader-token.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { optional, page } from '../page.tsx'
import { secretPage } from '../parts/secret-page.ts'
import { FormLayout, formHead } from '../parts/sign-up/form-layout.tsx'

/**
 * `/unsubscribe`: the link in a digest ends digests, and the link in a letter or in the email that
 * welcomes to a mailing list ends both for that artist (rules: digest-emails, consent-end,
 * letter-end). A visit only asks, since programs open links too; its form posts (form-routes.tsx).
 */
export const unsubscribeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/unsubscribe', viewer: optional, query: { key: 100 } }, ({ query: { key = '' } }) => {
    const head = unsubscribeHead()
    if (key === nobodysToken) return { head, main: <TestPage />, ...secretPage }
    const artist = artistOfKey(ctx, key)
    if (artist === undefined && !isDigestKey(ctx, key)) throw notFound('link')
    const action = `/unsubscribe?${new URLSearchParams({ key })}`
    return { head, main: <UnsubscribePage action={action} isDone={false} artist={artist} />, ...secretPage }
  })

export const unsubscribeHead = () => formHead(say('Emails'), say('End emails that are sent to you.'), '/unsubscribe')

type UnsubscribePageProps = {
  action: string
  isDone: boolean
  /** The artist whose mailing list it is; undefined for digests. */
  artist: string | undefined
}

export const UnsubscribePage = ({ action, isDone, artist }: UnsubscribePageProps) => (
  <FormLayout
    title={isDone ? say('No more of these emails') : say('End these emails?')}
    lead={
      artist === undefined
        ? say('Summary emails of your sales and other news.')
        : say('News from {artist}.', { artist })
    }
    isPlain={true}
  >
    {isDone ? (
      <Done artist={artist} />
    ) : (
      <form method="post" action={action}>
        <button type="submit" class="key go">
          {say('End these emails')}
        </button>
      </form>
    )}
  </FormLayout>
)

/** Where the link of a test letter leads its artist. */
const TestPage = () => (
  <FormLayout
    title={say('This link ends nothing')}
    lead={say('It is from a test. In the letter itself it ends the emails of whoever opens it.')}
    isPlain={true}
  >
    <p>
      <a class="key" href="/studio/letters">
        {say('Letters')}
      </a>
    </p>
  </FormLayout>
)

const Done = ({ artist }: Pick<UnsubscribePageProps, 'artist'>) =>
  artist === undefined ? (
    <p>
      {inParts(
        say(
          'Done. What concerns your money still comes by email. You can have these emails back in your <a>preferences</a>.',
        ),
        { a: (text) => <a href="/account#notifications">{text}</a> },
      )}
    </p>
  ) : (
    <p>
      {inParts(
        say(
          'Done. You are off the mailing list of <b>{artist}</b> and get no more letters. The next list that they download is without you.',
          { artist },
        ),
        { b: (text) => <b dir="auto">{text}</b> },
      )}
    </p>
  )
