import type { TrackChoice } from '../../../../public/islands/studio/releases/details-fields.tsx'
import { type ReleaseKind, stateLabels } from '../../../../public/islands/studio/releases/labels.ts'
import NewReleaseIsland from '../../../../public/islands/studio/releases/new-release.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { visibleCasset } from '../../../casset/access/visible-casset.ts'
import { type SaidOfAll, saidOfAll } from '../../../casset/track/upload/said-of-all.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { TapeKind } from '../../../lib/music/tape.ts'
import { longestSlug } from '../../../lib/text/slug.ts'
import type { Releases } from '../../../release/owner/model.ts'
import { listReleases } from '../../../release/owner/read-release.ts'
import { countOpen } from '../../../release/request/request.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { ownMediaOf, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const releasesOnPage = 50
const query = { cursor: 200, casset: longestSlug } as const

/** `/studio/releases`: the artist's releases; with `casset`, another is made of that tape. */
export const studioReleasesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/releases', viewer: required, query }, ({ viewer, query: { cursor, casset } }) => {
    const world = visibleCasset(ctx, casset ?? viewer.handle, viewer)
    const media = ownMediaOf(ctx, world, viewer)
    const tracks = media.tracks.map(({ id, title }) => ({ id, title }))
    const said = saidOfAll(media.tracks.map(({ file }) => file.tags))
    const releases = listReleases(ctx, viewer, releasesOnPage, cursor)
    const openRequests = countOpen(
      ctx,
      releases.releases.map(({ id }) => id),
    )
    const description = say('Who made your tracks, and what others may do with them.')
    return {
      head: studioHead(ctx, media, { title: say('Credits & rights'), description, path: '/studio/releases' }),
      main: (
        <StudioReleasesPage
          media={media}
          tracks={tracks}
          said={said}
          kind={tracks.length === 1 ? 'SINGLE' : kindOf(world.casset.kind)}
          title={said.album ?? world.casset.name}
          openRequests={openRequests}
          {...releases}
          isTurned={cursor !== undefined}
        />
      ),
    }
  })

const kindOf = (kind: TapeKind): ReleaseKind => (kind === 'SINGLE' || kind === 'EP' ? kind : 'ALBUM')

const NewRelease = island('studio/releases/new-release', NewReleaseIsland)

type StudioReleasesPageProps = Releases & {
  media: Media
  tracks: readonly TrackChoice[]
  said: SaidOfAll
  kind: ReleaseKind
  title: string
  openRequests: ReadonlyMap<string, number>
  isTurned: boolean
}

const OpenRequests = ({ id, open }: { id: string; open: number }) =>
  open === 0 ? null : (
    <p>
      <a class="tap" href={`/studio/releases/${id}#requests`}>
        {say('{requests, plural, one {# request} other {# requests}} to answer', { requests: open })}
      </a>
    </p>
  )

const StudioReleasesPage = (props: StudioReleasesPageProps) => {
  const { media, tracks, said, kind, title, openRequests, releases, nextCursor, isTurned } = props
  return (
    <StudioLayout here="/studio/releases" texture={media.texture} theme={media.theme}>
      <article class="jcard releases-card">
        <header>
          <h1>{say('Credits & rights')}</h1>
          <p>
            {say(
              'Say who made the tracks of a casset and what others may do with them. When you publish this, the site signs it as a release that anybody can check, programs too.',
            )}
          </p>
        </header>
        <section aria-labelledby="releases">
          <h2 id="releases">{say('Your credits & rights')}</h2>
          {releases.length > 0 ? (
            <ul class="releases">
              {releases.map((release) => (
                <li key={release.id}>
                  <a class="tap" href={`/studio/releases/${release.id}`} dir="auto">
                    {release.title}
                  </a>
                  <p class="mono">
                    {say('{tracks, plural, one {# track} other {# tracks}}', { tracks: release.trackIds.length })} ·{' '}
                    {stateLabels(release)}
                  </p>
                  <OpenRequests id={release.id} open={openRequests.get(release.id) ?? 0} />
                </li>
              ))}
            </ul>
          ) : (
            <p class="empty">{isTurned ? say('That is all.') : say('Nothing yet. Begin below.')}</p>
          )}
          <ShowOlder path="/studio/releases" cursor={nextCursor} />
        </section>
        {!isTurned && (
          <section aria-labelledby="new">
            <h2 id="new">{say('Add credits & rights')}</h2>
            {tracks.length > 0 ? (
              <NewRelease tracks={tracks} said={said} kind={kind} title={title} />
            ) : (
              <p class="empty">
                {inParts(say('Credits need a track. <a>Upload one first</a>'), {
                  a: (text) => <a href="/studio">{text}</a>,
                })}
              </p>
            )}
          </section>
        )}
      </article>
    </StudioLayout>
  )
}
