import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { listAccounts } from '../../../storage/list-accounts.ts'
import { storageSize, usageWords } from '../../../storage/usage-words.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioAccountsPage } from './page.tsx'

const accountsOnPage = 50

/** `/studio/accounts`: all accounts, for the owner of the instance. */
export const studioAccountsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/accounts', viewer: required, query: { cursor: 200, q: 200 } },
    ({ viewer, query: { cursor, q = '' } }) => {
      if (viewer.role !== 'owner') throw new AppError('FORBIDDEN', 'This page is for the owner of this site.')
      const media = ownMedia(ctx, viewer)
      const asked = { q, ...(cursor === undefined ? {} : { cursor }) }
      const { accounts, nextCursor } = listAccounts(ctx, accountsOnPage, asked)
      const description = 'Who has an account here, and how much they store.'
      return {
        head: studioHead(ctx, media, { title: 'Accounts', description, path: '/studio/accounts' }),
        main: (
          <StudioAccountsPage
            media={media}
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
