import type { Ctx } from '../../../context.ts'
import { listAssets } from '../../../platform/asset/list-assets.ts'
import { readStorage } from '../../../platform/storage/usage.ts'
import { page, required } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioFilesPage } from './page.tsx'

const filesOnPage = 50

/** `/studio/files`: the artist's stored files. */
export const studioFilesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/files', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => {
    const look = ownLook(ctx, viewer)
    const { assets, nextCursor } = listAssets(ctx, viewer, filesOnPage, cursor)
    return {
      head: studioHead(ctx, look, { title: 'Files', description: 'What you store here.', path: '/studio/files' }),
      main: (
        <StudioFilesPage
          look={look}
          storage={readStorage(ctx, viewer)}
          files={assets}
          isTurned={cursor !== undefined}
          nextCursor={nextCursor}
        />
      ),
    }
  })
