import NewDropIsland, { type TrackChoice } from '../../../../../public/islands/studio/drops/new-drop.tsx'
import RunIsland from '../../../../../public/islands/studio/drops/run.tsx'
import { Day } from '../../../../../public/lib/day.tsx'
import { visibleCassetById } from '../../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../../context.ts'
import { ownCampaign } from '../../../../drop/campaign.ts'
import type { CampaignPage } from '../../../../drop/view/model.ts'
import { readDrop } from '../../../../drop/view/read-drop.ts'
import { say } from '../../../../lib/language/say.ts'
import { titleLength } from '../../../../lib/text/title-length.ts'
import { island } from '../../../document/island.tsx'
import { page, required } from '../../../page.tsx'
import { ownMediaOf, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'
import { type Media, readyHooks } from '../../../parts/tape-view.ts'
import { stateLabels, sumsText } from '../../drop/labels.ts'
import { Contributions, Moves } from './books.tsx'

/** `/studio/drops/:id`: one drop, run by its artist. */
export const studioDropRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/drops/:id', viewer: required }, ({ viewer, params: { id } }) => {
    const { cassetId } = ownCampaign(ctx, id, viewer)
    const drop = readDrop(ctx, id, viewer)
    const media = ownMediaOf(ctx, visibleCassetById(ctx, cassetId, viewer), viewer)
    const tracks = readyHooks(media)
    const { hook, title } = drop.campaign
    const isListed = tracks.some(({ hookId }) => hookId === hook.id)
    return {
      head: studioHead(ctx, media, { title, description: say('Run a drop of yours.'), path: '/studio/drops' }),
      main: (
        <StudioDropPage
          media={media}
          drop={drop}
          url={`${ctx.site.origin}/drops/${id}`}
          tracks={isListed ? tracks : [{ hookId: hook.id, title: hook.title ?? '—' }, ...tracks]}
        />
      ),
    }
  })

const Run = island('studio/drops/run', RunIsland)
const Edit = island('studio/drops/new-drop', NewDropIsland)

type StudioDropPageProps = { media: Media; drop: CampaignPage; url: string; tracks: readonly TrackChoice[] }

function StudioDropPage({ media, drop, url, tracks }: StudioDropPageProps) {
  const { campaign, contributions, moves } = drop
  const { id, title, state, prize, openedAt, closedAt, endsAt, entries } = campaign
  return (
    <StudioLayout here="/studio/drops" texture={media.texture} theme={media.theme}>
      <article class="jcard drops">
        <header class="side-head">
          <div>
            <p class="eyebrow">
              <a href="/studio/drops">{say('Drops')}</a>
            </p>
            <h1 dir="auto" data-length={titleLength(title)}>
              {title}
            </h1>
          </div>
          <p class="tag small">{stateLabels()[state]}</p>
        </header>
        <p>
          <a href={`/drops/${id}`}>
            {openedAt === null ? say('See its page, which only you can see') : say('See its page')}
          </a>
        </p>
        <dl class="facts">
          <div>
            <dt>{say('Prize')}</dt>
            <dd>
              <b class="prize">
                {prize.length > 0 ? sumsText(prize) : state === 'CANCELLED' ? '—' : say('Nothing yet')}
              </b>
              {prize.length > 0 && state !== 'PAID' && <span class="hint">{say('held by the payment processor')}</span>}
            </dd>
          </div>
          <div>
            <dt>{closedAt === null ? say('Takes clips until') : say('Closed')}</dt>
            <dd>
              <Day iso={closedAt ?? endsAt} />
            </dd>
          </div>
          <div>
            <dt>{say('Clips')}</dt>
            <dd>{entries}</dd>
          </div>
        </dl>
        <Run drop={drop} url={url} />
        {(state === 'DRAFT' || state === 'FUNDING' || state === 'FUNDED') && (
          <section aria-labelledby="edit-drop">
            <h2 id="edit-drop">{state === 'DRAFT' ? say('Change it') : say('Its terms')}</h2>
            <Edit tracks={tracks} drop={campaign} />
          </section>
        )}
        <Contributions rows={contributions ?? []} />
        <Moves rows={moves ?? []} />
      </article>
    </StudioLayout>
  )
}
