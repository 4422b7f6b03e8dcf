import CoCassetIsland, { type CoCassetProps } from '../../../../public/islands/studio/together/co-casset.tsx'
import MakeIsland from '../../../../public/islands/studio/together/make.tsx'
import { count } from '../../../lib/count.ts'
import type { CoCasset } from '../../../room/co-casset/model.ts'
import { island } from '../../island.tsx'
import { type Look, StudioLayout } from '../../parts/studio-layout.tsx'

const Make = island('studio/together/make', MakeIsland)
const Room = island('studio/together/co-casset', CoCassetIsland)

type TogetherPageProps = { look: Look; memberships: readonly CoCasset[]; invitations: readonly CoCasset[] }

/** Cassets that the artist shares with others, and those they are invited to. */
export const TogetherPage = ({ look, memberships, invitations }: TogetherPageProps) => (
  <StudioLayout here="/studio/together" texture={look.texture} theme={look.theme}>
    <article class="jcard together-card">
      <header>
        <h1>Together</h1>
        <p>
          A casset that several artists share: its page shows all of you, each puts tracks on it, and what it earns is
          divided as you agree.
        </p>
      </header>
      {invitations.length > 0 && <Shared title="You are invited" id="invitations" all={invitations} />}
      {memberships.length > 0 && <Shared title="Your shared cassets" id="memberships" all={memberships} />}
      <section aria-labelledby="make">
        <h2 id="make">Make a casset together</h2>
        {memberships.length === 0 && invitations.length === 0 && (
          <p class="empty">Nobody to share a tape with yet? Ask a friend who makes music here.</p>
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
          <a href={`/studio/together/${slug}`} dir="auto">
            {name}
          </a>
          <p class="mono">
            @{slug} · {count(members.length, 'artist')} · {published ? 'published' : 'draft'}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

/** One of them: who is in it and how it is divided, its tracks and its room. */
export const CoCassetPage = ({ look, ...props }: CoCassetProps & { look: Pick<Look, 'texture' | 'theme'> }) => (
  <StudioLayout here="/studio/together" texture={look.texture} theme={look.theme}>
    <article class="jcard together-card">
      <Room {...props} />
    </article>
  </StudioLayout>
)
