import Place from '../../../../public/islands/studio/tapes/place.tsx'
import { visibleCasset } from '../../../casset/access/visible-casset.ts'
import type { OwnTape } from '../../../casset/shape.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { studioHead } from '../../parts/studio/studio-layout.tsx'
import { StudioPage, studioProps } from './page.tsx'
import { addressOf, shelfOf } from './shelf.tsx'

const PlaceForm = island('studio/tapes/place', Place)

/** `/studio/tapes`: all tapes of the artist, and the way to make another (rule: tapes). */
export const studioTapesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tapes', viewer: required }, ({ viewer }) => shelfOf(ctx, viewer))

/** `/studio/tapes/{slug}`: one tape: its tracks, price and look, and its place among the others. */
export const studioTapeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tapes/:slug', viewer: required }, ({ viewer, params }) => {
    const props = studioProps(ctx, viewer, params.slug ?? '')
    const { casset } = visibleCasset(ctx, params.slug ?? '', viewer)
    if (casset.slug !== null) throw notFound('casset')
    const tape = { ...casset, slug: props.media.casset.slug }
    const description = say('Put music on this casset.')
    return {
      head: studioHead(ctx, props.media, { title: tape.name, description, path: '/studio' }),
      main: (
        <StudioPage here="/studio" {...props}>
          <TapePlace tape={tape} address={addressOf(ctx, viewer)} />
        </StudioPage>
      ),
    }
  })

type PlacedTape = Pick<OwnTape, 'id' | 'slug' | 'kind' | 'releasedOn' | 'word'>

const TapePlace = ({ tape, address }: { tape: PlacedTape; address: string }) => (
  <section class="jcard together-card" aria-labelledby="place">
    <details class="folded">
      <summary>
        <h2 id="place">{say('Among your cassets')}</h2>
      </summary>
      <div>
        <p>
          <a href="/studio/tapes">{say('All your cassets')}</a> ·{' '}
          <a href={`/studio/tapes/${tape.slug}/room`}>{say('Its live room')}</a> ·{' '}
          <a href={`/studio/tapes/${tape.slug}/emoji`}>{say('Its emoji')}</a> ·{' '}
          <a href={`/studio/tapes/${tape.slug}/codes`}>{say('Its codes')}</a> ·{' '}
          <a href={`/studio/releases?casset=${tape.slug}`}>{say('Its credits & rights')}</a> ·{' '}
          <a href={`/studio/drops?casset=${tape.slug}`}>{say('Make a drop of it')}</a>
        </p>
        <PlaceForm id={tape.id} kind={tape.kind} releasedOn={tape.releasedOn} word={tape.word} address={address} />
      </div>
    </details>
  </section>
)
