import type { PlaylistProps } from '../../../../public/islands/library/playlist.tsx'
import PlaylistIsland from '../../../../public/islands/library/playlist.tsx'
import PlaylistsIsland from '../../../../public/islands/library/playlists.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import type { World } from '../../../casset/access/visible-casset.ts'
import { listPlaylists } from '../../../casset/playlist/playlist.ts'
import { readPlaylist } from '../../../casset/playlist/playlist-tracks.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { byText } from '../../../lib/music/by.ts'
import { tracksText } from '../../../lib/text/count-text.ts'
import { assetUrl } from '../../../platform/asset/asset-url.ts'
import { island } from '../../document/island.tsx'
import { hueOf } from '../../document/theme.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { canCollect } from '../../parts/tape-view.ts'

const NewPlaylist = island('library/playlists', PlaylistsIsland)
const WholePlaylist = island('library/playlist', PlaylistIsland)

const path = '/library/playlists'

/** `/library/playlists`: the viewer's playlists (rule: playlists). */
export const playlistsRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required }, ({ viewer }) => ({
    head: formHead(say('Playlists'), say('The playlists in your library.'), '/library'),
    main: <PlaylistsPage lists={listPlaylists(ctx, viewer)} />,
  }))

/** `/library/playlists/:id`: one of them. */
export const playlistRoute = (ctx: Ctx) =>
  page(ctx, { path: `${path}/:id`, viewer: required }, async ({ viewer, params }) => {
    const { id, name, tracks } = await readPlaylist(ctx, viewer, params.id)
    const worlds = new Map(
      tracks.flatMap(({ heard }) => (heard ? [[heard.world.casset.id, heard.world] as const] : [])),
    )
    const places = new Map([...worlds.keys()].map((cassetId, place) => [cassetId, place]))
    const list: PlaylistProps = {
      id,
      name,
      tapes: [...worlds.values()].map((world) => toTape(ctx, world)),
      tracks: tracks.map(({ id: trackId, heard }) => ({
        id: trackId,
        heard: heard && {
          title: heard.track.title,
          ...(heard.track.byNames ? { artist: byText(heard.track.byNames, heard.world.artist.displayName) } : {}),
          durationSec: heard.track.durationSec,
          hookStartSec: heard.track.hookStartSec,
          isHook: heard.access === 'hook',
          tape: places.get(heard.world.casset.id) ?? 0,
        },
      })),
    }
    return { head: formHead(name, say('A playlist in your library.'), '/library'), main: <PlaylistPage list={list} /> }
  })

function toTape(ctx: Ctx, { casset, artist, cover }: World): Tape {
  return {
    handle: artist.handle,
    artist: artist.displayName,
    name: casset.name,
    ...hueOf({ tokens: casset.themeTokens, coverColor: cover?.color ?? null }),
    art: cover ? assetUrl(cover.id, 640) : null,
    canCollect: canCollect(ctx, artist.handle, { amount: casset.priceMinor, currency: casset.currency }),
  }
}

const PlaylistsPage = ({ lists }: { lists: ReturnType<typeof listPlaylists> }) => (
  <main id="main" class="world library wrap" data-pattern="soft-grain" tabIndex={-1}>
    <header class="side-head">
      <h1>{say('Playlists')}</h1>
      <p>
        <a href="/library">{say('Your library')}</a>
      </p>
    </header>
    {lists.length > 0 ? (
      <ul class="playlists">
        {lists.map(({ id, name, tracks }) => (
          <li key={id}>
            <a class="tap" href={`${path}/${id}`} dir="auto">
              {name}
            </a>{' '}
            <span class="mono">{tracksText(tracks)}</span>
          </li>
        ))}
      </ul>
    ) : (
      <p class="empty">{say('No playlists yet. Make one and add tracks of your cassets. Nobody else sees it.')}</p>
    )}
    <NewPlaylist />
  </main>
)

const PlaylistPage = ({ list }: { list: PlaylistProps }) => (
  <main id="main" class="world library wrap" data-pattern="soft-grain" tabIndex={-1}>
    <p>
      <a href={path}>{say('Your playlists')}</a>
    </p>
    <WholePlaylist {...list} />
  </main>
)
