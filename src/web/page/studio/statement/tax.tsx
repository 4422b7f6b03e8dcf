import TaxFormIsland, { type TaxFormProps } from '../../../../../public/islands/studio/tax/tax-form.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import { sellerOnReceipt } from '../../../../books/tax/seller-on-receipt.ts'
import { taxDetailsOf } from '../../../../books/tax/tax-details.ts'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { gap } from '../../../../lib/text/gap.ts'
import { island } from '../../../document/island.tsx'
import { page, required } from '../../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'

/** `/studio/tax`: an artist's details on receipts, for the tax office. */
export const studioTaxRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tax', viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const description = say('What your receipts and prices say of tax.')
    const { ownerName } = sellerOnReceipt(ctx, viewer.artistId)
    return {
      head: studioHead(ctx, look, { title: say('Receipts and tax'), description, path: '/studio/tax' }),
      main: (
        <StudioTaxPage
          look={look}
          details={taxDetailsOf(ctx, viewer.artistId)}
          isOwner={viewer.role === 'owner'}
          isNamedAtDesk={viewer.role === 'owner' && namedAtDesk(ctx)}
          ownerName={ownerName}
          year={new Date(ctx.now()).getUTCFullYear()}
        />
      ),
    }
  })

const namedAtDesk = ({ config }: Ctx): boolean =>
  config.site.seller.name !== null && config.site.seller.address !== null

const TaxForm = island('studio/tax/tax-form', TaxFormIsland)

type StudioTaxPageProps = TaxFormProps & {
  look: Look
  isOwner: boolean
  year: number
}

const StudioTaxPage = ({ look, isOwner, ownerName, year, ...form }: StudioTaxPageProps) => (
  <StudioLayout here="/studio/tax" texture={look.texture} theme={look.theme}>
    <article class="jcard payouts">
      <h1>{say('Receipts and tax')}</h1>
      <section aria-labelledby="who-sells">
        <h2 id="who-sells">{say('Who sells')}</h2>
        {isOwner && (
          <p>
            {say(
              'You own this site, so you are the seller of everything that is sold here, like a label. The receipts of every artist have your name and address, and you answer for the tax on these sales.',
            )}
          </p>
        )}
        {ownerName !== null && (
          <p>
            {inParts(
              say(
                'This site sells your music for you, like a label: receipts say “Sold by <b>{ownerName}</b> on behalf of” you. The seller answers for the tax on each sale, and you for the tax on what reaches you.',
                { ownerName },
              ),
              { b: (text) => <b dir="auto">{text}</b> },
            )}
          </p>
        )}
        {isOwner && (
          <p>
            {inParts(
              say(
                'Everything that was sold on this site, by every artist: <yearFile></yearFile> or <yearFile2></yearFile2> as a CSV file.',
              ),
              { yearFile: () => <YearFile year={year - 1} />, yearFile2: () => <YearFile year={year} /> },
            )}
          </p>
        )}
        <p>
          {inParts(
            say(
              'Receipts get their numbers automatically, each year from 1. The <a>file of your sales</a> has the number, the buyer’s country and the tax note of each, for your accountant.',
            ),
            { a: (text) => <a href="/studio/sales">{text}</a> },
          )}
        </p>
      </section>
      <section aria-labelledby="on-receipts">
        <h2 id="on-receipts">{say('On your receipts')}</h2>
        <p class="hint">
          {say(
            'People who pay you see this on the receipt. It applies from the next sale on: an issued receipt never changes.',
          )}
          {gap()}
          {ownerName !== null && say('Where you leave a note empty, the seller’s is shown.')}
        </p>
        <TaxForm {...form} ownerName={ownerName} />
      </section>
    </article>
  </StudioLayout>
)

const YearFile = ({ year }: { year: number }) => (
  <a href={`/api/admin/ledger.csv?from=${year}-01-01&to=${year}-12-31`} download="">
    {year}
  </a>
)
