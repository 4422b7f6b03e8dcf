import { Elysia, type Static, t } from 'elysia'
import { listAssets } from '../asset/list-assets.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { listAccounts } from '../storage/list-accounts.ts'
import { readStorage } from '../storage/read-storage.ts'
import { storageSize, usageWords } from '../storage/usage-words.ts'
import { answerPage } from './answer-page.tsx'
import { StudioAccountsPage } from './page/studio-accounts/page.tsx'
import { StudioFilesPage } from './page/studio-files/page.tsx'
import { themeOf } from './page/world/head.ts'
import { ownMedia } from './parts/own-media.ts'
import { toLogin } from './see-other.ts'

const rowsOnPage = 50

const word = t.Optional(t.String({ maxLength: 200 }))
const Asked = t.Object({ cursor: word, q: word }, { additionalProperties: true })

type Asked = Static<typeof Asked>

/** The studio's rooms of what is stored: the artist's own files, and for the owner everybody's accounts. */
export const storagePages = (ctx: Ctx) =>
  new Elysia({ name: 'storage-pages' })
    .use(guard(ctx))
    .get(
      '/studio/files',
      ({ request, query, viewer }) =>
        viewer ? filesPage(ctx, request, viewer, query.cursor) : toLogin('/studio/files'),
      { limit: 'read', query: Asked },
    )
    .get(
      '/studio/accounts',
      ({ request, query, viewer }) =>
        viewer ? accountsPage(ctx, request, viewer, query) : toLogin('/studio/accounts'),
      { limit: 'read', query: Asked },
    )

function filesPage(ctx: Ctx, request: Request, viewer: Viewer, cursor: string | undefined): Response {
  const media = ownMedia(ctx, viewer)
  const { assets, nextCursor } = listAssets(ctx, viewer, rowsOnPage, cursor)
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Files · Tapedeck',
      description: 'What you store here.',
      path: '/studio/files',
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <StudioFilesPage
        media={media}
        storage={readStorage(ctx, viewer)}
        files={assets}
        isTurned={cursor !== undefined}
        nextCursor={nextCursor}
      />
    ),
  })
}

function accountsPage(ctx: Ctx, request: Request, viewer: Viewer, { cursor, q = '' }: Asked): Response {
  if (viewer.role !== 'owner') throw new AppError('FORBIDDEN', 'This page is for the owner of this instance.')
  const media = ownMedia(ctx, viewer)
  const { accounts, nextCursor } = listAccounts(ctx, rowsOnPage, { q, ...(cursor === undefined ? {} : { cursor }) })
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Accounts · Tapedeck',
      description: 'Who has an account here, and how much they store.',
      path: '/studio/accounts',
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
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
  })
}
