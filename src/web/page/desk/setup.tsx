import Backup, { type BackupProps } from '../../../../public/islands/desk/setup/backup-step.tsx'
import SetupForm from '../../../../public/islands/desk/setup/setup.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { isSetupStep, type SetupStep, setupSteps } from '../../../lib/account/setup-steps.ts'
import { say } from '../../../lib/language/say.ts'
import { readHealth } from '../../../operate/desk/health.ts'
import type { Desk } from '../../../operate/desk/model.ts'
import { readDesk } from '../../../operate/desk/read-desk.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page, seeOther } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const words = (): Readonly<Record<SetupStep, { name: string; title: string; lead: string }>> => ({
  site: {
    name: say('Name'),
    title: say('What is your site called?'),
    lead: say('It heads every page. A picture can stand beside it.'),
  },
  address: {
    name: say('Address'),
    title: say('Where do people find it?'),
    lead: say('Links in emails and receipts lead to this address. It is tried before it is saved.'),
  },
  email: {
    name: say('Email ## how a site sends it'),
    title: say('How does it send email?'),
    lead: say(
      'For receipts, new passwords and news, through your provider’s mail server. Without one, nothing is sent.',
    ),
  },
  seller: {
    name: say('Seller'),
    title: say('Who runs it, and sells here?'),
    lead: say(
      'Whoever sells has to say who they are. Your name and address stand where people pay, on receipts and under emails, and fill the drafts of your legal texts.',
    ),
  },
  payments: {
    name: say('Payments'),
    title: say('How do people pay?'),
    lead: say('The money goes to your own account at Stripe. This program never holds it.'),
  },
  'sign-up': {
    name: say('Sign-up'),
    title: say('Who may make an account?'),
    lead: say('You can change your mind at any time.'),
  },
})

const stateWords = () =>
  ({
    answered: say('answered ## a question'),
    skipped: say('left for later ## a question'),
    open: say('open ## a question'),
  }) as const

/** `/desk/setup`: the questions of the first start, one after another, for the owner. */
export const deskSetupRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/setup', viewer: deskOnly('owner'), query: { step: 20 } }, ({ viewer, query }) => {
    if (ctx.config.addressName === 'DEMO_URL') return seeOther('/desk')
    const look = ownLook(ctx, viewer)
    const desk = readDesk(ctx, viewer)
    const firstOpen = desk.setup.find(({ state }) => state === 'open')?.step ?? 'done'
    const asked = query.step ?? firstOpen
    const step = isSetupStep(asked) ? asked : 'done'
    const title = step === 'done' ? say('Your site is ready') : words()[step].title
    return {
      head: studioHead(ctx, look, { title, description: say('Setting up your site.'), path: '/desk' }),
      main: (
        <SetupPage
          look={look}
          step={step}
          title={title}
          desk={desk}
          backups={{ desk, first: readHealth(ctx).backups }}
        />
      ),
    }
  })

const Form = island('desk/setup/setup', SetupForm)
const BackupForm = island('desk/setup/backup-step', Backup)

type SetupPageProps = { look: Look; step: SetupStep | 'done'; title: string; desk: Desk; backups: BackupProps }

const SetupPage = ({ look, step, title, desk, backups }: SetupPageProps) => {
  const answered = desk.setup.filter(({ state }) => state === 'answered').length
  return (
    <StudioLayout here="/desk" texture={look.texture} theme={look.theme} isBare>
      <article class="jcard stored-card desk setup">
        <nav aria-label={say('Questions')}>
          <p class="hint">{say('{answered} of {all} answered', { answered, all: setupSteps.length })}</p>
          <ol class="setup-steps">
            {desk.setup.map((each) => (
              <li key={each.step} data-state={each.state}>
                <a href={`/desk/setup?step=${each.step}`} aria-current={each.step === step ? 'step' : undefined}>
                  {words()[each.step].name}
                  <span class="sr">, {stateWords()[each.state]}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <header>
          <h1>{title}</h1>
          <p>{step === 'done' ? leadOf(answered) : words()[step].lead}</p>
        </header>
        {step === 'done' ? <Standing backups={backups} /> : <Form step={step} desk={desk} />}
        <p class="hint">
          {inParts(say('Everything can be changed later at <a>the desk</a>.'), {
            a: (text) => <a href="/desk">{text}</a>,
          })}
        </p>
      </article>
    </StudioLayout>
  )
}

const leadOf = (answered: number) =>
  answered === setupSteps.length
    ? say('All questions are answered. Now set up a nightly backup, so that nothing gets lost.')
    : say('You can answer the open questions any time. Now set up a nightly backup, so that nothing gets lost.')

const Standing = ({ backups }: { backups: BackupProps }) => (
  <>
    <BackupForm {...backups} />
    <section aria-labelledby="further" class="health">
      <h2 id="further">{say('And then')}</h2>
      <ul class="further">
        <li>
          <a href="/studio">{say('Publish your first casset')}</a>
        </li>
        <li>
          {inParts(say('<a>Write who runs the site</a>: imprint, privacy and terms have drafts'), {
            a: (text) => <a href="/desk#site">{text}</a>,
          })}
        </li>
        <li>
          <a href="/desk/health">{say('See how the site is doing')}</a>
        </li>
      </ul>
    </section>
  </>
)
