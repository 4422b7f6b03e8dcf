import { listReceipts, receiptOfOrder } from '../../books/receipt/read-receipt.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { longest } from '../../lib/text/longest.ts'
import { exactMoment } from '../../lib/time/moment-text.ts'
import { withdrawable } from '../../order/give-back/withdrawal.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Withdrawal } from '../../shop/withdrawal/model.ts'
import { optional, page } from '../page.tsx'
import { FormLayout, formHead } from '../parts/sign-up/form-layout.tsx'

/**
 * `/withdraw`: where everybody withdraws from a contract, also without an account and without
 * scripts (rule: withdrawal-function). Its forms post (form-routes.tsx).
 */
export const withdrawRoute = (ctx: Ctx) =>
  page(ctx, { path: '/withdraw', viewer: optional, query: { order: 100 } }, ({ viewer, query: { order = '' } }) => ({
    head: withdrawHead(),
    main: (
      <WithdrawPage
        said={{ email: viewer?.email ?? '', order, what: '' }}
        orders={viewer ? withdrawableOf(ctx, viewer) : []}
      />
    ),
    isPrivate: order !== '',
  }))

export const withdrawHead = () =>
  formHead(say('Withdraw from contract'), say('Withdraw from what you bought here.'), '/withdraw')

const mostShown = 50

/** Returns what somebody may withdraw from, newest first: its order and its name. */
function withdrawableOf(ctx: Ctx, viewer: Viewer): { id: string; name: string }[] {
  const { receipts } = listReceipts(ctx, viewer, mostShown)
  return receipts
    .filter(({ order }) => order.userId === viewer.userId && withdrawable(ctx, order))
    .map(({ order, receipt }) => ({ id: order.id, name: receipt.what }))
}

export function nameForPayer(ctx: Ctx, viewer: Viewer | null, orderId: string): string | null {
  const found = viewer && receiptOfOrder(ctx, orderId)
  return found && found.order.userId === viewer.userId ? found.receipt.what : null
}

export type Said = { email: string; order: string; what: string }

type WithdrawPageProps = { said: Said; orders?: readonly { id: string; name: string }[]; told?: string }

export const WithdrawPage = ({ said, orders = [], told }: WithdrawPageProps) => (
  <FormLayout
    title={say('Withdraw from contract')}
    lead={say('Say which purchase you withdraw from. You confirm it on the next page, and get an email at once.')}
    hasArt={false}
  >
    {orders.length > 0 && (
      <ul class="rows">
        {orders.map(({ id, name }) => (
          <li key={id}>
            <a href={`/withdraw?order=${id}`} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    )}
    <form class="form" method="post" action="/withdraw">
      <div class="field">
        <label for="email">{say('Email address of your purchase')}</label>
        <input id="email" name="email" type="email" autocomplete="email" required value={said.email} />
      </div>
      <div class="field">
        <label for="order">{say('Order number')}</label>
        <input id="order" name="order" class="mono" maxLength={100} value={said.order} aria-describedby="order-hint" />
        <p class="hint" id="order-hint">
          {say('It is on your receipt and in its email. With it your money goes back automatically.')}
        </p>
      </div>
      <div class="field">
        <label for="what">{say('What you withdraw from')}</label>
        <textarea id="what" name="what" rows={2} maxLength={longest.withdrawal} aria-describedby="what-hint">
          {said.what}
        </textarea>
        <p class="hint" id="what-hint">
          {say('Only without a number, or for a part of an order, such as one of three tracks.')}
        </p>
      </div>
      <p class="problem" role={told === undefined ? undefined : 'alert'}>
        {told}
      </p>
      <div class="acts">
        <button type="submit" class="key go">
          {say('Withdraw from contract here')}
        </button>
      </div>
    </form>
  </FormLayout>
)

/** The second step: what is withdrawn from, and the key that does it. */
export const ConfirmPage = ({ said, name }: { said: Said; name: string | null }) => (
  <FormLayout
    title={say('Confirm withdrawal')}
    lead={say('You withdraw from this contract. What you had by it ends.')}
    hasArt={false}
  >
    <SaidList said={said} name={name} />
    <form class="form" method="post" action="/withdraw">
      {Object.entries({ ...said, confirmed: 'yes' }).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <div class="acts">
        <button type="submit" class="key go">
          {say('Confirm withdrawal')}
        </button>
        <a class="key" href="/withdraw">
          {say('Change it')}
        </a>
      </div>
    </form>
  </FormLayout>
)

/** The acknowledgement, to keep or to print; the same for everybody. */
export const WithdrawnPage = ({ withdrawal, hasMail }: { withdrawal: Withdrawal; hasMail: boolean }) => (
  <FormLayout
    title={say('We received your withdrawal')}
    lead={say('It came on {moment} UTC.', { moment: exactMoment(withdrawal.receivedAt) })}
    hasArt={false}
  >
    <SaidList
      said={{ email: withdrawal.email, order: withdrawal.order ?? '', what: withdrawal.what ?? '' }}
      name={null}
    />
    <p>
      {hasMail
        ? say('An email to this address says it too, and what becomes of it. If none comes, keep this page.')
        : say('Print this page or keep it: this site sends no email.')}
    </p>
  </FormLayout>
)

const SaidList = ({ said, name }: { said: Said; name: string | null }) => (
  <dl>
    {[
      [say('For ## what was paid'), name ?? ''],
      [say('Order number'), said.order],
      [say('What you withdraw from'), said.what],
      [say('Email address of your purchase'), said.email],
    ]
      .filter(([, value]) => value !== '')
      .map(([label, value]) => (
        <div key={label}>
          <dt class="hint">{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
  </dl>
)
