import ClaimIsland from '../../../../public/islands/gift/claim.tsx'
import ForgetIsland from '../../../../public/islands/gift/forget-taker.tsx'
import GuestTracks from '../../../../public/islands/guest/tracks.tsx'
import { DownloadLinks } from '../../../../public/lib/download-links.tsx'
import { ExtraLinks } from '../../../../public/lib/extra-links.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import PlayPage from '../../../../public/player/play-page.tsx'
import { takenHolding } from '../../../casset/access/guest-access.ts'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import { maskAddress } from '../../../lib/account/mask-address.ts'
import { say } from '../../../lib/language/say.ts'
import { readTaken } from '../../../shop/gift/claim-gift.ts'
import { isTakerMailed, takenUrl } from '../../../shop/gift/taker-emails.ts'
import { extrasOfHolding, extrasOfViewer, tracksOfHolding } from '../../../shop/guest/play-collected.ts'
import { shownCasset } from '../../../shop/guest/shown-casset.ts'
import { island } from '../../document/island.tsx'
import { hueOf, themeOf } from '../../document/theme.ts'
import { optional, page } from '../../page.tsx'
import { CheckoutLayout, OrderSummary } from '../../parts/checkout/checkout-layout.tsx'
import { claimEnd } from '../../parts/checkout/claim-end.tsx'
import { SavedLink } from '../../parts/checkout/saved-link.tsx'
import { DownloadLater, Waits, waitingOf } from '../../parts/checkout/waits.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { takenDownText } from '../../parts/taken-down-text.ts'
import { IntoLibrary } from './claim.tsx'
import { Message } from './message.tsx'

const ClaimKey = island('gift/claim', ClaimIsland)
const PlayKey = island('player/play-page', PlayPage)
const TrackList = island('guest/tracks', GuestTracks)
const ForgetKey = island('gift/forget-taker', ForgetIsland)

/** `/taken/:secret`: a gift, for whoever took it without an account (rule: taken-gifts). */
export const takenRoute = (ctx: Ctx) =>
  page(ctx, { path: '/taken/:secret', viewer: optional }, ({ viewer, params: { secret } }) => {
    const { order, gift, isTheirs, problem } = readTaken(ctx, viewer, secret)
    const casset = shownCasset(ctx, order.cassetId)
    const waiting = waitingOf(ctx, order.cassetId, viewer)
    const formats = offeredFormats(ctx)
    // An account that may not have it in its library, such as the payer's, still opens the link.
    const isHeld = !isTheirs && readTaken(ctx, null, secret).problem === null
    const tracks = isHeld && !casset.isLost ? tracksOfHolding(ctx, takenHolding(ctx, order.id)) : []
    const { handle, artist, name, cover, theme } = casset
    const hue = hueOf({ tokens: theme.tokens, coverColor: cover?.color ?? null })
    const head = formHead(name, say('A gift, to hear and to download.'), '/taken')
    const keep = viewer ? (
      problem === null && <ClaimKey secret={secret} isGift={false} slug={handle} handle={viewer.handle} />
    ) : (
      <IntoLibrary here={`/taken/${secret}`} canJoin={ctx.config.registration === 'open'} />
    )
    return {
      head: { ...head, theme: themeOf(ctx, casset) },
      main: (
        <CheckoutLayout
          media={casset}
          goods={
            <OrderSummary
              handle={handle}
              art={<Sleeve cover={cover} name={name} artist={artist} handle={handle} />}
              title={name}
              hand={artist}
            />
          }
          hasForm={false}
          label={say('Your gift')}
          revision={waiting?.opensAt}
        >
          {!isHeld ? (
            claimEnd(
              { isTheirs, problem },
              { casset, isGift: true, waiting, formats, extras: extrasOfViewer(ctx, order.cassetId, viewer) },
            )
          ) : casset.isLost || (tracks.length === 0 && !waiting) ? (
            <div class="form">
              <h2>{say('Taken down')}</h2>
              <p>{takenDownText()}</p>
              {gift.takerEmail && <ForgetKey secret={secret} />}
            </div>
          ) : (
            <div class="form">
              <h2>{waiting ? say('You have it') : say('It’s yours!')}</h2>
              {gift.message !== null && <Message text={gift.message} />}
              {waiting && <Waits waiting={waiting} />}
              {waiting && tracks.length === 0 ? (
                <DownloadLater />
              ) : (
                <DownloadLinks
                  at={`/api/taken/${secret}/download`}
                  name={name}
                  formats={formats}
                  tracks={tracks}
                  look="go"
                >
                  {tracks.length > 0 && (
                    <PlayKey label={waiting ? say('Play what is open') : say('Play all')} look="" />
                  )}
                </DownloadLinks>
              )}
              <ExtraLinks
                at={`/api/taken/${secret}/extras`}
                extras={extrasOfHolding(ctx, takenHolding(ctx, order.id))}
              />
              <TrackList
                tape={{ handle, artist, name, ...hue, art: cover?.url ?? null, canCollect: false }}
                at={`/api/taken/${secret}/audio`}
                tracks={tracks}
              />
              <SavedLink url={takenUrl(ctx, secret)} name={name} />
              {gift.takerEmail && isTakerMailed(ctx, order.id) && <Mailed address={maskAddress(gift.takerEmail)} />}
              {keep}
              {gift.takerEmail && <ForgetKey secret={secret} />}
            </div>
          )}
        </CheckoutLayout>
      ),
      ...secretPage,
    }
  })

const Mailed = ({ address }: { address: string }) => (
  <p>
    {inParts(say('An email with a link goes to <span>{address}</span>.', { address }), {
      span: (text) => <span class="mono">{text}</span>,
    })}
  </p>
)
