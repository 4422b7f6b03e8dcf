import { type Asked, askedBy } from '../../audience/opt-in/confirm-opt-in.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { optional, page } from '../page.tsx'
import { secretPage } from '../parts/secret-page.ts'
import { FormLayout, formHead } from '../parts/sign-up/form-layout.tsx'

/**
 * `/mailing-list`: the link in the email that asks whether somebody wants an artist's news
 * (rule: opt-in). A visit only asks, since programs open links too; its form posts
 * (form-routes.tsx).
 */
export const mailingListRoute = (ctx: Ctx) =>
  page(ctx, { path: '/mailing-list', viewer: optional, query: { key: 100 } }, ({ query: { key = '' } }) => {
    const asked = askedBy(ctx, key)
    if (!asked) throw notFound('link')
    return {
      head: mailingListHead(),
      main: <MailingListPage asked={asked} action={`/mailing-list?${new URLSearchParams({ key })}`} />,
      ...secretPage,
    }
  })

export const mailingListHead = () =>
  formHead(say('News by email'), say('Say whether you want the news of an artist.'), '/mailing-list')

type MailingListPageProps = { asked: Asked; action: string }

export const MailingListPage = ({ asked: { artist, text, state }, action }: MailingListPageProps) => (
  <FormLayout
    title={titles()[state]}
    lead={say('News from {displayName}.', { displayName: artist.displayName })}
    isPlain={true}
  >
    {state === 'OPEN' && (
      <form class="form" method="post" action={action}>
        <p class="hand" dir="auto">
          {text}
        </p>
        <button type="submit" class="key go">
          {say('Yes, put me on the list')}
        </button>
        <p>{say('If you do not want it, close this page. You are on no list.')}</p>
      </form>
    )}
    {state === 'ON_LIST' && <p>{say('An email tells you how to leave, whenever you like and without signing in.')}</p>}
    {state === 'LEFT' && <p>{say('You left this list after the email with this link, so the link ended.')}</p>}
    {state === 'LATE' && <p>{say('This link was good for 30 days.')}</p>}
    {state !== 'OPEN' && (
      <p>
        <a href={`/@${artist.handle}`}>{say('The page of {displayName}', { displayName: artist.displayName })}</a>
      </p>
    )}
  </FormLayout>
)

const titles = () =>
  ({
    OPEN: say('Do you want their news?'),
    ON_LIST: say('You are on the list'),
    LEFT: say('You left this list'),
    LATE: say('This link is too old'),
  }) as const satisfies Record<Asked['state'], string>
