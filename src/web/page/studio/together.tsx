import CoCassetIsland, { type CoCassetProps } from '../../../../public/islands/studio/together/co-casset.tsx'
import MakeIsland from '../../../../public/islands/studio/together/make.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sharedCasset } from '../../../room/co-casset/find-co-casset.ts'
import type { CoCasset } from '../../../room/co-casset/model.ts'
import { readRoom } from '../../../room/co-casset/read-room.ts'
import { myCoCassets, toCoCasset } from '../../../room/co-casset/to-co-casset.ts'
import { readMedia } from '../../../world/media.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { type Look, ownLook, ownMedia, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const path = '/studio/together'
const messagesOnPage = 50

/**
 * `/studio/together`: the cassets that the artist shares or is invited to, and the form for another
 * one.
 */
export const studioTogetherRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    return {
      head: studioHead(ctx, look, {
        title: say('Together ## cassets made with others'),
        description: say('Cassets made with others.'),
        path,
      }),
      main: <TogetherPage look={look} {...myCoCassets(ctx, viewer)} />,
    }
  })

/**
 * `/studio/together/{slug}`: members and splits of a co-casset, its tracks and its room, for
 * members and invited artists.
 */
export const studioCoCassetRoute = (ctx: Ctx) =>
  page(ctx, { path: `${path}/:slug`, viewer: required }, ({ viewer, params }) => {
    const slug = params.slug ?? ''
    const coCasset = toCoCasset(ctx, sharedCasset(ctx, slug, viewer))
    const own = ownMedia(ctx, viewer)
    const isMember = coCasset.state === 'MEMBER'
    const shared = isMember || coCasset.published ? readMedia(ctx, slug, viewer).tracks : []
    const tracks = shared.map(({ id, title, artist }) => ({ id, title, artist: artist?.handle ?? null }))
    const mine = own.tracks.filter(({ file }) => file.status === 'READY').map(({ id, title }) => ({ id, title }))
    const room = isMember ? readRoom(ctx, slug, viewer, messagesOnPage) : null
    return {
      head: studioHead(ctx, own, { title: coCasset.name, description: say('A casset made with others.'), path }),
      main: (
        <CoCassetPage
          look={own}
          coCasset={coCasset}
          viewer={viewer.handle}
          tracks={tracks}
          mine={mine}
          messages={room?.messages ?? []}
        />
      ),
    }
  })

const Make = island('studio/together/make', MakeIsland)
const Room = island('studio/together/co-casset', CoCassetIsland)

type TogetherPageProps = { look: Look; memberships: readonly CoCasset[]; invitations: readonly CoCasset[] }

const TogetherPage = ({ look, memberships, invitations }: TogetherPageProps) => (
  <StudioLayout here="/studio/together" texture={look.texture} theme={look.theme}>
    <article class="jcard together-card">
      <header>
        <h1>{say('Together ## cassets made with others')}</h1>
        <p>
          {say(
            'A casset that several artists share: its page shows all of you, each puts tracks on it, and what it earns is divided as you agree.',
          )}
        </p>
      </header>
      {invitations.length > 0 && <Shared title={say('You are invited')} id="invitations" all={invitations} />}
      {memberships.length > 0 && <Shared title={say('Your shared cassets')} id="memberships" all={memberships} />}
      <section aria-labelledby="make">
        <h2 id="make">{say('Make a casset together')}</h2>
        {memberships.length === 0 && invitations.length === 0 && (
          <p class="empty">{say('Nobody to share a casset with yet? Ask a friend who makes music here.')}</p>
        )}
        <Make />
      </section>
    </article>
  </StudioLayout>
)

const Shared = ({ title, id, all }: { title: string; id: string; all: readonly CoCasset[] }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <ul class="shared">
      {all.map(({ slug, name, members, published }) => (
        <li key={slug}>
          <a class="tap" href={`/studio/together/${slug}`} dir="auto">
            {name}
          </a>
          <p class="mono">
            @{slug} · {say('{artists, plural, one {# artist} other {# artists}}', { artists: members.length })} ·{' '}
            {published ? say('published') : say('draft')}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

const CoCassetPage = ({ look, ...props }: CoCassetProps & { look: Pick<Look, 'texture' | 'theme'> }) => (
  <StudioLayout here="/studio/together" texture={look.texture} theme={look.theme}>
    <article class="jcard together-card">
      <Room {...props} />
    </article>
  </StudioLayout>
)
