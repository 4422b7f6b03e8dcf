import { Day } from '../../../../public/lib/day.tsx'
import { listReceipts, type Receipt } from '../../../books/receipt/read-receipt.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { gap } from '../../../lib/text/gap.ts'
import { isTestMoney, type PaymentMode } from '../../../platform/payment/mode.ts'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'

const receiptsOnPage = 50

/** `/receipts`: the viewer's receipts. */
export const receiptsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/receipts', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead(say('Your receipts'), say('Everything you paid for here.'), '/receipts'),
    main: (
      <ReceiptsPage
        {...listReceipts(ctx, viewer, receiptsOnPage, cursor)}
        isTurned={cursor !== undefined}
        presentMode={ctx.config.paymentMode}
      />
    ),
  }))

type ReceiptsPageProps = {
  receipts: readonly Receipt[]
  nextCursor: string | null
  isTurned: boolean
  presentMode: PaymentMode
}

const ReceiptsPage = ({ receipts, nextCursor, isTurned, presentMode }: ReceiptsPageProps) => (
  <main id="main" class="world receipt wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Your receipts')}</h1>
      {receipts.length > 0 ? (
        <ol class="spike">
          {receipts.map((each) => (
            <ReceiptLine key={each.order.id} {...each} presentMode={presentMode} />
          ))}
        </ol>
      ) : (
        <p class="empty">
          {isTurned ? say('That is all.') : say('No receipts yet. Everything you pay gets one here.')}
          {gap()}
          <a href={isTurned ? '/receipts' : '/'}>{isTurned ? say('Back to the newest') : say('Browse music')}</a>
        </p>
      )}
      <ShowOlder path="/receipts" cursor={nextCursor}>
        <a class="key" href="/library">
          {say('Go to your library')}
        </a>
      </ShowOlder>
    </article>
  </main>
)

type ReceiptLineProps = Receipt & Pick<ReceiptsPageProps, 'presentMode'>

function ReceiptLine({ order, receipt, line, refundedMinor, disputedMinor, presentMode }: ReceiptLineProps) {
  const { id, currency, amountMinor, mode } = order
  const paidAt = new Date(order.paidAt ?? receipt.issuedAt)
  return (
    <li>
      <a class="tap" href={`/receipt/${id}`} dir="auto">
        {line}
      </a>
      <b class="mono">{sumText({ amount: amountMinor, currency })}</b>
      <p class="mono">
        <Day iso={paidAt.toISOString()} /> · @{receipt.sellerHandle}
        {isTestMoney(mode) && ` · ${say('TEST ## a payment')}`}
        {mode !== presentMode && ` · ${say('not valid now')}`}
        <Back amount={refundedMinor} of={currency} text={(sum) => say('{sum} refunded', { sum })} />
        <Back amount={disputedMinor} of={currency} text={(sum) => say('{sum} taken back ## by a bank', { sum })} />
      </p>
    </li>
  )
}

const Back = ({ amount, of: currency, text }: { amount: number; of: string; text: (sum: string) => string }) =>
  amount > 0 ? (
    <>
      {' · '}
      <span>{text(sumText({ amount, currency }))}</span>
    </>
  ) : null
