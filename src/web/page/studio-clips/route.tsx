import type { Ctx } from '../../../context.ts'
import { listForArtist } from '../../../drop/submission/list-submissions.ts'
import { page, required } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { clipLists, StudioClipsPage } from './page.tsx'

const clipsOnPage = 24

const isStatus = (word: string): word is keyof typeof clipLists => Object.hasOwn(clipLists, word)

/** `/studio/clips`: clips that people made of the artist's hooks. */
export const studioClipsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/clips', viewer: required, query: { cursor: 200, status: 20 } },
    ({ viewer, query: { cursor, status: asked = 'PENDING' } }) => {
      const look = ownLook(ctx, viewer)
      const status = isStatus(asked) ? asked : 'PENDING'
      const { submissions, nextCursor } = listForArtist(ctx, viewer, status, clipsOnPage, cursor)
      const description = 'What people made of your hooks.'
      return {
        head: studioHead(ctx, look, { title: 'Clips', description, path: '/studio/clips' }),
        main: <StudioClipsPage look={look} status={status} clips={submissions} nextCursor={nextCursor} />,
      }
    },
  )
