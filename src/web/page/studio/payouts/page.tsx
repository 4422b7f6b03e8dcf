import { useContext } from 'preact/hooks'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Payouts } from '../../../../books/seller/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { PageContext } from '../../../page-context.ts'
import { type Look, StudioLayout } from '../../../parts/studio/studio-layout.tsx'
import { BlockedNotice, CountryChange, DashboardSection, OnboardForm, placesOf } from './account.tsx'
import { Bearing } from './bearing.tsx'
import { Funds } from './funds.tsx'
import { OthersMoney, type OthersMoneyProps } from './others-money.tsx'
import { AskSection, LimitsLine } from './selling.tsx'

type PayoutsPageProps = {
  look: Look
  payouts: Payouts
  /** Whether payments are test payments, which need no account. */
  isTest: boolean
  /** The visitor returned because the processor's link had expired. */
  isStale: boolean
  feePercent: number
  hasMail: boolean
  /** They won a drop: its prize comes to this account, even where they may not sell. */
  hasWon: boolean
  /** Only for the owner of the instance; undefined for others. */
  others: OthersMoneyProps | undefined
}

export function PayoutsPage({ look, payouts, isTest, isStale, feePercent, hasMail, hasWon, others }: PayoutsPageProps) {
  const isOwner = useContext(PageContext).viewer?.role === 'owner'
  const { title, text, key } = sayingOf(payouts, isOwner)
  const { mode, state, due, current, selling, country, countries } = payouts
  const mustAsk = mode === 'connected' && !selling.allowed
  const isFirst = state === 'NONE' || state === 'DISCONNECTED'
  const isRehearsal = isTest && mode === 'connected' && state === 'NONE'
  return (
    <StudioLayout here="/studio/payouts" texture={look.texture} theme={look.theme}>
      <article class="jcard payouts">
        <header class="side-head">
          <h1>{say('Payouts')}</h1>
          <p class="tag small">{tags()[mode === 'off' ? 'OFF' : state]}</p>
        </header>
        {isStale && (
          <p class="notice">{say('That link was already used, or has expired. Press the button for a new one.')}</p>
        )}
        {!current && (
          <p class="notice">
            {say(
              'The payment processor is not answering, so this may be out of date. Load the page again in a minute.',
            )}
          </p>
        )}
        <div class="steps">
          {hasWon && mode === 'connected' && state !== 'READY' && (
            <p class="notice">{say('You won a drop. Set up payouts here, and your prize is sent to you.')}</p>
          )}
          {mustAsk && <AskSection selling={selling} hasMail={hasMail} />}
          {!(mustAsk && isFirst && !hasWon) && (
            <section aria-labelledby="standing">
              <h2 id="standing">{title}</h2>
              <p>{inParts(text, { a: (words) => <a href="/desk#payments">{words}</a> })}</p>
              {isRehearsal && (
                <p>
                  {say(
                    'With test payments you can sell without it: the first sale opens a test account for you. Set it up yourself to try what every artist goes through.',
                  )}
                </p>
              )}
              {mode === 'connected' && selling.limits && <LimitsLine limits={selling.limits} />}
              {payouts.payoutsBlocked && <BlockedNotice isDue={due.length > 0} />}
              {due.length > 0 && <Due due={due} />}
              {key && <OnboardForm label={key} places={isFirst ? placesOf(countries) : []} />}
            </section>
          )}
          {payouts.dashboard && <DashboardSection />}
          {!isFirst && country !== null && countries.length > 1 && (
            <CountryChange country={country} countries={countries} />
          )}
          {mode === 'connected' && (
            <Bearing
              feePercent={feePercent}
              owed={payouts.owed}
              waiting={payouts.waiting}
              holdDays={payouts.holdDays}
            />
          )}
          {others && <OthersMoney {...others} />}
        </div>
        {payouts.balance && <Funds balance={payouts.balance} payouts={payouts.payouts} />}
      </article>
    </StudioLayout>
  )
}

const Due = ({ due }: { due: readonly string[] }) => (
  <>
    <p class="hint">{say('Missing details:')}</p>
    <ul class="due">
      {due.map((thing) => (
        <li key={thing}>{thing}</li>
      ))}
    </ul>
  </>
)

const tags = () =>
  ({
    OFF: say('Off'),
    NONE: say('Not connected'),
    STARTED: say('Not finished'),
    READY: say('Ready ## payouts'),
    RESTRICTED: say('Stopped ## payouts'),
    DISCONNECTED: say('Disconnected'),
  }) as const

type Saying = { title: string; text: string; key: string | null }

const buyersKeep = () => say('Nobody can pay you until then; those who already bought your casset keep it.')

function sayingOf({ mode, state, due }: Payouts, isOwner: boolean): Saying {
  if (mode === 'off') {
    const text = isOwner
      ? say('People can get only what is free. <a>Switch payments on</a>, for real or to try them out.')
      : say('The owner of this site has not switched payments on. People can get only what is free.')
    return { title: say('Payments are off'), text, key: null }
  }
  if (mode === 'platform') {
    const text = say(
      'You own this site, so your sales go to its own account at the payment processor. There is nothing to connect.',
    )
    return { title: say('Your sales come straight to you'), text, key: null }
  }
  return sayings[state](due.length > 0)
}

const sayings: Readonly<Record<Payouts['state'], (isDue: boolean) => Saying>> = {
  NONE: () => ({
    title: say('Payouts are not set up'),
    text: say(
      'Open an account at the payment processor, and what you sell is sent there automatically. It asks for your name, address and bank; this site never sees them.',
    ),
    key: say('Set up payouts'),
  }),
  STARTED: () => ({
    title: say('Set-up not finished'),
    text: say('The payment processor needs to know who you are before it sends you money. {buyersKeep}', {
      buyersKeep: buyersKeep(),
    }),
    key: say('Continue'),
  }),
  READY: (isDue) => ({
    title: say('You can be paid'),
    text: say('What you sell is sent to your account as soon as it is paid, and from there to your bank.'),
    key: isDue ? say('Add the missing details') : null,
  }),
  RESTRICTED: (isDue) => ({
    title: say('Payments to you have stopped'),
    text: isDue
      ? say('The payment processor needs more information from you. {buyersKeep}', { buyersKeep: buyersKeep() })
      : say('The payment processor stopped them without asking for anything. Contact its support. {buyersKeep}', {
          buyersKeep: buyersKeep(),
        }),
    key: isDue ? say('Add the missing details') : null,
  }),
  DISCONNECTED: () => ({
    title: say('Your account is disconnected'),
    text: say('It was closed, or this site lost access to it. Open another one to sell again. {buyersKeep}', {
      buyersKeep: buyersKeep(),
    }),
    key: say('Set up payouts'),
  }),
}
