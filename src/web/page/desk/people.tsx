import AccountsIsland, { type AccountsProps } from '../../../../public/islands/studio/accounts/accounts.tsx'
import { listAccounts } from '../../../account/admin/list-accounts.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { mayDo } from '../../../platform/http/session/desk-acts.ts'
import { storageSize, usageText } from '../../../platform/storage/usage-text.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const accountsOnPage = 50

/** `/desk/people`: all accounts, for the owner of the instance and helpers with people. */
export const deskPeopleRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/desk/people', viewer: deskOnly('people'), query: { cursor: 200, q: 200 } },
    ({ viewer, query: { cursor, q = '' } }) => {
      const look = ownLook(ctx, viewer)
      const asked = { q, ...(cursor === undefined ? {} : { cursor }) }
      const { accounts, nextCursor } = listAccounts(ctx, accountsOnPage, asked)
      const description = say('Who has an account here, and how much they store.')
      return {
        head: studioHead(ctx, look, { title: say('People'), description, path: '/desk/people' }),
        main: (
          <PeoplePage
            look={look}
            accounts={accounts.map((account) => ({
              ...account,
              words: usageText(account.bytes, null),
              mayChange: mayDo(ctx, viewer, 'change-account', [account.id]),
            }))}
            ownId={viewer.userId}
            quota={storageSize(ctx.config.accountQuotaBytes)}
            q={q}
            nextCursor={nextCursor}
          />
        ),
      }
    },
  )

const AccountList = island('studio/accounts/accounts', AccountsIsland)

type PeoplePageProps = AccountsProps & { look: Look; q: string; nextCursor: string | null }

const PeoplePage = ({ look, q, nextCursor, ...list }: PeoplePageProps) => (
  <StudioLayout here="/desk/people" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>{say('People')}</h1>
        <p>
          {say(
            'Each account here may store {quota}, unless you lift the limit for people you trust. Nothing already stored is deleted. Artists whose identity you have checked can be shown as verified.',
            { quota: list.quota },
          )}
        </p>
      </header>
      <form class="find" action="/desk/people">
        <div class="field">
          <label for="find-account">{say('Find an account')}</label>
          <input id="find-account" name="q" type="search" defaultValue={q} placeholder={say('Handle, name or email')} />
        </div>
        <button type="submit" class="key">
          {say('Search')}
        </button>
      </form>
      <p>
        <a href="/desk/guest">{say('Somebody without an account, by their address')}</a>
      </p>
      <section aria-labelledby="accounts">
        <h2 id="accounts" tabIndex={-1}>
          {q === '' ? say('Newest first') : say('Results')}
        </h2>
        {list.accounts.length > 0 ? <AccountList {...list} /> : <p class="empty">{say('No account found.')}</p>}
        <ShowOlder path="/desk/people" cursor={nextCursor} query={q === '' ? {} : { q }} />
      </section>
    </article>
  </StudioLayout>
)
