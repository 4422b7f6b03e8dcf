import type { ComponentChildren } from 'preact'
import { asTitle } from '../../../src/lib/language/as-title.ts'
import { say } from '../../../src/lib/language/say.ts'
import { Icon } from '../../lib/icon.tsx'
import { Said } from '../../lib/said.tsx'
import type { Step } from './checkout-flow.ts'

type StepsProps = {
  step: Step
  late: string
  /** Whether the goods come to the payer's library. */
  hasShelf: boolean
  children: ComponentChildren
}

/** Replaces the form while the payer waits, when the payment failed, and when it is paid. */
export function Steps({ step, late, hasShelf, children }: StepsProps) {
  return (
    <>
      <Said as="div">{step.kind === 'verifying' && <p class="hand">{say('Checking the payment…')}</p>}</Said>
      {step.kind === 'failed' && <Failed text={step.text} retry={step.retry} />}
      {step.kind === 'redirecting' && <Redirecting url={step.url} onReturn={step.onReturn} />}
      {step.kind === 'pending' && <Pending text={step.text} late={late} hasShelf={hasShelf} replace={step.replace} />}
      {step.kind === 'done' && children}
      {step.kind === 'done' && step.paymentId !== null && (
        <p class="acts">
          <a href={`/receipt/${step.paymentId}`}>{say('Your receipt')}</a>
        </p>
      )}
    </>
  )
}

const Failed = ({ text, retry }: { text: string; retry: () => void }) => (
  <Said takesFocus as="div" role="alert" class="form">
    <h2>{asTitle(say('Something went wrong.'))}</h2>
    <p>{text}</p>
    <p>{say('You can safely try again: you will not be charged twice.')}</p>
    <div class="acts">
      <button type="button" class="key go" onClick={retry}>
        <Icon name="retry" />
        {say('Try again')}
      </button>
    </div>
  </Said>
)

const Redirecting = ({ url, onReturn }: { url: string; onReturn: () => void }) => (
  <Said takesFocus as="div" class="form">
    <h2>{say('Your bank asks you to confirm')}</h2>
    <p>{say('It asks you whether this payment is yours, then sends you back here.')}</p>
    <div class="acts">
      <a class="key go" href={url}>
        {say('Go to your bank')}
      </a>
      <button type="button" class="key" onClick={onReturn}>
        {say('I confirmed it')}
      </button>
    </div>
  </Said>
)

type PendingProps = { text: string; late: string; hasShelf: boolean; replace: (() => void) | null }

const Pending = ({ text, late, hasShelf, replace }: PendingProps) => (
  <Said takesFocus as="div" class="form">
    <h2>{replace ? asTitle(say('Waiting for your payment.')) : say('Your bank is still working on it')}</h2>
    <p>{text}</p>
    <p>{late}</p>
    <div class="acts">
      {hasShelf && (
        <a class="key go" href="/library">
          {say('Go to your library')}
        </a>
      )}
      {replace && (
        <button type="button" class="key" onClick={replace}>
          {say('Pay another way')}
        </button>
      )}
    </div>
  </Said>
)
