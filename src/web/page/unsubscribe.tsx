import { inParts } from '../../../public/lib/in-parts.tsx'
import { nobodysToken } from '../../audience/letter/send/reader-token.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { optional, page } from '../page.tsx'
import { secretPage } from '../parts/secret-page.ts'
import { type Ends, endsOfKey } from '../parts/sign-up/ends-of-key.ts'
import { FormLayout, formHead } from '../parts/sign-up/form-layout.tsx'

/**
 * `/unsubscribe`: the link in a digest ends digests; that in a letter, or in an email that asks
 * about a mailing list or welcomes to it, ends all of those for that artist; that in an email about
 * a price ends these (rules: digest-emails, consent-end, letter-end, opt-in, wish-list). A visit
 * only asks, since programs open links too; its form posts (form-routes.tsx).
 */
export const unsubscribeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/unsubscribe', viewer: optional, query: { key: 100 } }, ({ query: { key = '' } }) => {
    const head = unsubscribeHead()
    if (key === nobodysToken) return { head, main: <TestPage />, ...secretPage }
    const ends = endsOfKey(ctx, key)
    if (!ends) throw notFound('link')
    const action = `/unsubscribe?${new URLSearchParams({ key })}`
    return { head, main: <UnsubscribePage action={action} isDone={false} ends={ends} />, ...secretPage }
  })

export const unsubscribeHead = () => formHead(say('Emails'), say('End emails that are sent to you.'), '/unsubscribe')

type UnsubscribePageProps = { action: string; isDone: boolean; ends: Ends }

export const UnsubscribePage = ({ action, isDone, ends }: UnsubscribePageProps) => (
  <FormLayout
    title={isDone ? say('No more of these emails') : say('End these emails?')}
    lead={leadOf(ends)}
    isPlain={true}
  >
    {isDone ? (
      <Done ends={ends} />
    ) : (
      <form method="post" action={action}>
        <button type="submit" class="key go">
          {say('End these emails')}
        </button>
      </form>
    )}
  </FormLayout>
)

function leadOf(ends: Ends): string {
  if (ends === 'digests') return say('Summary emails of your sales and other news.')
  if ('casset' in ends) return say('The price of {casset}, when it falls.', { casset: ends.casset })
  return say('News from {artist}.', { artist: ends.artist })
}

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

function Done({ ends }: { ends: Ends }) {
  if (ends === 'digests') {
    const words = say(
      'Done. What concerns your money still comes by email. You can have these emails back in your <a>preferences</a>.',
    )
    return <p>{inParts(words, { a: (text) => <a href="/account#notifications">{text}</a> })}</p>
  }
  if ('casset' in ends) {
    const words = say('Done. It stays on your <a>wish list</a>, where you can have these emails back.')
    return <p>{inParts(words, { a: (text) => <a href="/library/wishes">{text}</a> })}</p>
  }
  const words = say(
    'Done. You are off the mailing list of <b>{artist}</b> and get no more letters. The next list that they download is without you.',
    { artist: ends.artist },
  )
  return <p>{inParts(words, { b: (text) => <b dir="auto">{text}</b> })}</p>
}
