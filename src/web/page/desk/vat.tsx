import VatDesk, { type VatProps } from '../../../../public/islands/desk/vat/vat.tsx'
import { readVat } from '../../../books/vat/terms.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk/vat`: the rates of VAT by the buyer's country, for the owner of the instance. */
export const deskVatRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/vat', viewer: deskOnly('money') }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    return {
      head: studioHead(ctx, look, {
        title: say('VAT'),
        description: say('VAT within the prices here.'),
        path: '/desk/vat',
      }),
      main: <VatPage look={look} first={readVat(ctx)} />,
    }
  })

const Island = island('desk/vat/vat', VatDesk)

const VatPage = ({ look, ...vat }: VatProps & { look: Look }) => (
  <StudioLayout here="/desk/vat" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('VAT ## as a heading')}</h1>
        <p>
          {say(
            'For sellers who owe VAT by the buyer’s country. Prices stay what buyers pay: the VAT is within them, and receipts and files say how much it is. Of other artists’ sales it is kept back for you, who owe it to the tax office.',
          )}
        </p>
      </header>
      <Island {...vat} />
      <p class="acts">
        <a class="key" href="/desk/vat/summary">
          {say('Summary of a quarter')}
        </a>
      </p>
    </article>
  </StudioLayout>
)
