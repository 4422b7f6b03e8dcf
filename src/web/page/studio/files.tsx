import FilesIsland, { type FilesProps } from '../../../../public/islands/studio/files/files.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { listAssets } from '../../../platform/asset/list-assets.ts'
import type { Storage } from '../../../platform/storage/model.ts'
import { readStorage } from '../../../platform/storage/usage.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const filesOnPage = 50

/** `/studio/files`: the artist's stored files. */
export const studioFilesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/files', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => {
    const look = ownLook(ctx, viewer)
    const { assets, nextCursor } = listAssets(ctx, viewer, filesOnPage, cursor)
    return {
      head: studioHead(ctx, look, {
        title: say('Storage'),
        description: say('What you store here.'),
        path: '/studio/files',
      }),
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

const FileList = island('studio/files/files', FilesIsland)

type StudioFilesPageProps = FilesProps & { look: Look; storage: Storage; nextCursor: string | null }

/** The artist's stored pictures and stems, with their total size; unused ones can be deleted. */
const StudioFilesPage = ({ look, storage, files, isTurned, nextCursor }: StudioFilesPageProps) => (
  <StudioLayout here="/studio/files" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card">
      <header>
        <h1>{say('Storage')}</h1>
        <p class="hand">{storage.words}</p>
        <p>
          {say(
            'Everything you upload counts: tracks with their hooks, pictures in all sizes, stems, emoji, and unfinished uploads.',
          )}
          {storage.quotaBytes !== null && `${gap()}${say('If you need more, ask the person who runs this site.')}`}
        </p>
      </header>
      <section aria-labelledby="files">
        <h2 id="files" tabIndex={-1}>
          {isTurned ? say('Older files') : say('Pictures and stems')}
        </h2>
        <FileList files={files} isTurned={isTurned} />
        <ShowOlder path="/studio/files" cursor={nextCursor} />
      </section>
    </article>
  </StudioLayout>
)
