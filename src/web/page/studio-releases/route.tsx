import { saidOfAll } from '../../../casset/track/said-of-all.ts'
import type { Ctx } from '../../../context.ts'
import { listReleases } from '../../../release/read-release.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioReleasesPage } from './page.tsx'

const releasesOnPage = 50

/** `/studio/releases`: the artist's releases. */
export const studioReleasesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/releases', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => {
    const media = ownMedia(ctx, viewer)
    const tracks = media.tracks.map(({ id, title }) => ({ id, title }))
    const said = saidOfAll(media.tracks.map(({ file }) => file.tags))
    const releases = listReleases(ctx, viewer, releasesOnPage, cursor)
    const description = 'Your tracks as releases that anybody can verify.'
    return {
      head: studioHead(ctx, media, { title: 'Releases', description, path: '/studio/releases' }),
      main: (
        <StudioReleasesPage media={media} tracks={tracks} said={said} {...releases} isTurned={cursor !== undefined} />
      ),
    }
  })
