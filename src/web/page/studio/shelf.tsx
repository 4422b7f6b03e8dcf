import type { ProfileProps } from '../../../../public/islands/account/profile.tsx'
import Bring, { type BringProps } from '../../../../public/islands/studio/tapes/bring/bring.tsx'
import EverythingForm, { type EverythingFormProps } from '../../../../public/islands/studio/tapes/everything.tsx'
import MakeTape from '../../../../public/islands/studio/tapes/make.tsx'
import { CoverImage, DrawnSleeve } from '../../../../public/lib/sleeve.tsx'
import { artistOf, toProfile } from '../../../account/artist.ts'
import { ownTapes } from '../../../casset/read-tapes.ts'
import type { OwnTape } from '../../../casset/shape.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { tapeKinds } from '../../../lib/music/tape.ts'
import { spokenHour } from '../../../lib/time/spoken-hour.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { everythingOffer } from '../../../shop/everything/everything-offer.ts'
import { everythingStanding } from '../../../shop/everything/standing.ts'
import { island } from '../../document/island.tsx'
import { PageTexts } from '../../parts/page-texts.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const Everything = island('studio/tapes/everything', EverythingForm)
const MakeForm = island('studio/tapes/make', MakeTape)
const BringFolder = island('studio/tapes/bring/bring', Bring)

export const addressOf = (ctx: Ctx, { handle }: Viewer): string => `${new URL(ctx.site.origin).host}/@${handle}`

export function shelfOf(ctx: Ctx, viewer: Viewer) {
  const look = ownLook(ctx, viewer)
  const bring = {
    names: [viewer.displayName, viewer.handle],
    taking: { maxBytes: ctx.config.maxUploadBytes, readsAlac: ctx.ffmpeg !== null },
  }
  return {
    head: studioHead(ctx, look, { title: say('Cassets'), description: say('Your cassets'), path: '/studio' }),
    main: (
      <ShelfPage
        look={look}
        tapes={ownTapes(ctx, viewer)}
        nowMs={ctx.now()}
        address={addressOf(ctx, viewer)}
        bring={bring}
        everything={{
          offer: everythingOffer(ctx, viewer.artistId) ?? null,
          standing: everythingStanding(ctx, viewer),
        }}
        profile={toProfile(ctx, artistOf(ctx, viewer.userId))}
      />
    ),
  }
}

type ShelfPageProps = ProfileProps & {
  look: Look
  tapes: readonly OwnTape[]
  nowMs: number
  address: string
  bring: BringProps
  everything: EverythingFormProps
}

const stateOf = ({ published, privacy }: OwnTape): string => {
  if (!published) return say('not published')
  return { public: say('public'), unlisted: say('unlisted'), private: say('private') }[privacy]
}

/** Starts empty and is said before publishing. */
const priceOf = ({ price, publishedAt }: OwnTape): string =>
  price.amount === 0 && publishedAt === null ? say('no price yet') : priceTag(price)

function preorderOf({ opensAt, opensZone = 'UTC', calledOffAt }: OwnTape, nowMs: number): string[] {
  if (calledOffAt !== undefined) return [say('preorder called off ## a state of a casset')]
  if (opensAt === undefined) return []
  const hour = spokenHour(Date.parse(opensAt), opensZone, nowMs)
  return [say('preorder, opens {hour} ({opensZone}) ## a state of a casset', { hour, opensZone })]
}

const ShelfPage = ({ look, tapes, nowMs, address, profile, bring, everything }: ShelfPageProps) => (
  <StudioLayout here="/studio" texture={look.texture} theme={look.theme}>
    <article class="jcard together-card">
      <header>
        <h1>{say('Cassets')}</h1>
        <p>
          {say(
            'Each has its own tracks, price, live room and drops. Payouts, tax and the mailing list are yours and the same for all of them.',
          )}
        </p>
        {tapes.length > 4 && (
          <p class="acts">
            <a class="key" href="#another">
              {say('Another casset ## one more to make')}
            </a>
            <a class="key needs-js" href="#along">
              {say('Bring music along')}
            </a>
          </p>
        )}
      </header>
      <ul class="clips sleeves">
        {tapes.map((tape) => (
          <li key={tape.id}>
            <a href={`/studio/tapes/${tape.slug}`}>
              {tape.cover ? <CoverImage cover={tape.cover} alt="" sizes="13rem" /> : <DrawnSleeve name={tape.name} />}
              <b dir="auto">{tape.name}</b>
            </a>
            <p class="mono">
              {tapeKinds()[tape.kind]} · {priceOf(tape)}
            </p>
            <p class="lamp" data-lit={tape.published || undefined}>
              {stateOf(tape)}
            </p>
            {preorderOf(tape, nowMs).map((state) => (
              <p key={state} class="mono">
                {state}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <section aria-labelledby="another">
        <h2 id="another">{say('Another casset ## one more to make')}</h2>
        <MakeForm address={address} />
      </section>
      <section class="needs-js" aria-labelledby="along">
        <h2 id="along">{say('Bring music along')}</h2>
        <BringFolder {...bring} />
      </section>
      <section aria-labelledby="together">
        <h2 id="together">{say('Everything together')}</h2>
        <p>
          {say('One payment for all your public cassets, with a discount. It is offered once two of them are open.')}
        </p>
        <Everything {...everything} />
      </section>
      <PageTexts profile={profile} />
    </article>
  </StudioLayout>
)
