import { type Signal, useSignal } from '@preact/signals'
import type { Sale } from '../../../../src/earnings/sale/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { priceTag } from '../../../../src/lib/money/money.ts'
import { waitNames } from '../../../../src/lib/payment/waits-for.ts'
import { Day } from '../../../lib/day.tsx'
import { Icon } from '../../../lib/icon.tsx'

type SaleRowProps = { sale: Sale; refunding: Signal<Sale | null> }

export function SaleRow({ sale, refunding }: SaleRowProps) {
  const { shown, buyer, amount, currency, status, paidAt, shared } = sale
  const isOver = status === 'REFUNDED' || status === 'DISPUTED'
  const isOpen = useSignal(false)
  return (
    <tr data-status={status} data-open={isOpen.value ? '' : undefined}>
      <th scope="row" class="what">
        <span class="mono">
          {shown.label}
          {sale.mode !== 'live' && ` · ${say('test ## no real money')}`}
        </span>{' '}
        {shown.title !== null && (
          <span class="thing" dir="auto">
            {shown.title}
          </span>
        )}
        {shown.message !== null && (
          <span class="hand" dir="auto">
            {shown.message}
          </span>
        )}
      </th>
      <td class="who">
        <span dir="auto">{buyer.displayName}</span> {buyer.handle !== null && <span class="mono">@{buyer.handle}</span>}
      </td>
      <td class="when mono">
        <Day iso={paidAt} />
      </td>
      <td class="amount">
        {priceTag({ amount, currency })}
        {sale.code !== null && <span class="mono"> {sale.code}</span>}
      </td>
      <td class="more needs-js">
        <button
          type="button"
          aria-expanded={isOpen.value}
          aria-label={say('Details of {what} to {name}', { what: shown.name, name: buyer.displayName })}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          <Icon name="open" />
        </button>
      </td>
      <td class="status">
        <SaleStatus sale={sale} />
        {sale.waitsFor !== null && <span class="mono">{waitNames()[sale.waitsFor]}</span>}
        {shared && (
          <span class="mono">
            {say('@{slug} · your part {sum}', { slug: shared.slug, sum: priceTag({ amount: shared.part, currency }) })}
          </span>
        )}
        {!isOver && shared?.mayRefund !== false && (
          <button
            type="button"
            class="key needs-js"
            aria-label={say('Refund {what} to {name}', { what: shown.name, name: buyer.displayName })}
            onClick={() => {
              refunding.value = sale
            }}
          >
            {say('Refund')}
          </button>
        )}
        <span class="mono order">{say('Order {id} ## a purchase', { id: sale.orderId })}</span>
      </td>
    </tr>
  )
}

const disputeLabels = () =>
  ({
    INQUIRY: [say('Bank asks'), say('Their bank asks about this payment, and has taken nothing.')],
    OPEN: [say('Disputed'), say('Their bank holds the money until it decides.')],
    APPEAL: [say('Disputed'), say('The decision of their bank is being reviewed again.')],
    LOST: [say('Dispute lost'), say('Their bank gave them the money back.')],
    KEPT: [say('Dispute over'), say('Their bank let the payment stand.')],
  }) as const

function SaleStatus({
  sale: { status, dispute, refundedAmount, refundFailedAt, receiptProblem, currency },
}: {
  sale: Sale
}) {
  const back = priceTag({ amount: refundedAmount, currency })
  return (
    <>
      {status === 'REFUNDED' && <span class="tag small">{say('Refunded')}</span>}
      {dispute !== null && (
        <span>
          <span class="tag small">{disputeLabels()[dispute][0]}</span> {disputeLabels()[dispute][1]}
        </span>
      )}
      {status === 'PARTLY_REFUNDED' && <span class="mono">{say('{sum} refunded', { sum: back })}</span>}
      {receiptProblem !== null && (
        <span class="problem">{say('Their receipt did not arrive: {why}', { why: receiptProblem })}</span>
      )}
      {refundFailedAt !== null && (
        <span class="problem">{say('A refund failed: their bank did not accept it, so the money came back.')}</span>
      )}
    </>
  )
}
