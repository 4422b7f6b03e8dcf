import ClipIsland, { type ClipPageProps } from '../../../../public/islands/clip/clip.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { ownClips } from '../../../drop/submission/list-submissions.ts'
import { type OpenDrop, openDropsOf } from '../../../drop/view/list-drops.ts'
import { say } from '../../../lib/language/say.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { themeOf } from '../../document/theme.ts'
import { page, required } from '../../page.tsx'
import { NeedsScript } from '../../parts/needs-script.tsx'
import { OpenDrops } from '../../parts/open-drops.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'

const shownOwn = 50

/** `/@handle/clip`: submitting a clip to one of a casset's hooks. */
export const worldClipRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/clip', viewer: required, query: { hook: 64 } }, ({ viewer, params, query }) => {
    const media = readMedia(ctx, params.handle, viewer)
    const { artist, casset, tracks } = media
    const hooks = tracks.map(({ hook, title }) => ({ hookId: hook.id, title }))
    const description = say('A clip of {name} by {displayName}.', {
      name: casset.name,
      displayName: artist.displayName,
    })
    return {
      head: { ...formHead(say('Send a clip'), description, `/@${casset.slug}/clip`), theme: themeOf(ctx, media) },
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

const WorldClipPage = ({ handle, name, drops, ...props }: WorldClipPageProps) => (
  <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard clip-card">
      <header>
        <h1>{say('Send a clip')}</h1>
        <p>
          {inParts(
            say(
              'You danced to it, covered it or filmed something with it? Send it to {artist}, and it may come onto the page of <a>{name}</a>.',
              { artist: props.artist, name },
            ),
            { a: (text) => <a href={`/@${handle}`}>{text}</a> },
          )}
        </p>
        <p>
          {inParts(say('Nothing filmed yet? <a>Make a video of a hook</a>, here in your browser.'), {
            a: (text) => <a href={`/@${handle}/clip/video`}>{text}</a>,
          })}
        </p>
      </header>
      <OpenDrops drops={drops} hooks={props.hooks} />
      <NeedsScript />
      {props.hooks.length > 0 ? (
        <Clip {...props} />
      ) : (
        <p class="empty">{say('There is no track to make a clip of yet.')}</p>
      )}
    </article>
  </main>
)
