import ClipIsland, { type ClipPageProps } from '../../../public/islands/clip/clip.tsx'
import type { Ctx } from '../../context.ts'
import { ownClips } from '../../drop/submission/list-submissions.ts'
import { type OpenDrop, openDropsOf } from '../../drop/view/list-drops.ts'
import { readMedia } from '../../world/media.ts'
import { island } from '../island.tsx'
import { page, required } from '../page.tsx'
import { formHead } from '../parts/form-layout.tsx'
import { NeedsScript } from '../parts/needs-script.tsx'
import { OpenDrops } from '../parts/open-drops.tsx'
import { themeOf } from '../theme.ts'

const shownOwn = 50

/** `/@handle/clip`: submitting a clip to one of a casset's hooks. */
export const worldClipRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/clip', viewer: required, query: { hook: 64 } }, ({ viewer, params, query }) => {
    const media = readMedia(ctx, params.handle, viewer)
    const { artist, casset, tracks } = media
    const hooks = tracks.map(({ hook, title }) => ({ hookId: hook.id, title }))
    const description = `A clip of ${casset.name} by ${artist.displayName}.`
    return {
      head: { ...formHead('Make a clip', description, `/@${casset.slug}/clip`), theme: themeOf(ctx, media) },
      main: (
        <WorldClipPage
          handle={artist.handle}
          name={casset.name}
          artist={artist.displayName}
          hooks={hooks}
          drops={openDropsOf(ctx, casset.id)}
          chosen={query.hook ?? null}
          own={ownClips(ctx, casset.id, viewer.userId, shownOwn)}
        />
      ),
    }
  })

const Clip = island('clip/clip', ClipIsland)

type WorldClipPageProps = ClipPageProps & { handle: string; name: string; drops: readonly OpenDrop[] }

/** The page on which a listener submits a clip that they made of a hook. */
const WorldClipPage = ({ handle, name, drops, ...props }: WorldClipPageProps) => (
  <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard clip-card">
      <header>
        <h1>Make a clip</h1>
        <p>
          You danced to it, covered it or filmed something with it? Send it to {props.artist}, and it may come onto the
          page of <a href={`/@${handle}`}>{name}</a>.
        </p>
        <p>
          Nothing filmed yet? <a href={`/@${handle}/clip/video`}>Make a video of a hook</a>, here in your browser.
        </p>
      </header>
      <OpenDrops drops={drops} hooks={props.hooks} />
      <NeedsScript />
      {props.hooks.length > 0 ? <Clip {...props} /> : <p class="empty">There is no track to make a clip of yet.</p>}
    </article>
  </main>
)
