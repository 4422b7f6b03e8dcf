import type { Ctx } from '../../../context.ts'
import { listAccounts } from '../../../platform/storage/list-accounts.ts'
import { storageSize, usageWords } from '../../../platform/storage/usage-words.ts'
import { ownerOnly, page } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioAccountsPage } from './page.tsx'

const accountsOnPage = 50

/** `/studio/accounts`: all accounts, for the owner of the instance. */
export const studioAccountsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/accounts', viewer: ownerOnly, query: { cursor: 200, q: 200 } },
    ({ viewer, query: { cursor, q = '' } }) => {
      const look = ownLook(ctx, viewer)
      const asked = { q, ...(cursor === undefined ? {} : { cursor }) }
      const { accounts, nextCursor } = listAccounts(ctx, accountsOnPage, asked)
      const description = 'Who has an account here, and how much they store.'
      return {
        head: studioHead(ctx, look, { title: 'Accounts', description, path: '/studio/accounts' }),
        main: (
          <StudioAccountsPage
            look={look}
            accounts={accounts.map((account) => ({ ...account, words: usageWords(account.bytes, null) }))}
            ownId={viewer.userId}
            quota={storageSize(ctx.config.accountQuotaBytes)}
            q={q}
            nextCursor={nextCursor}
          />
        ),
      }
    },
  )
