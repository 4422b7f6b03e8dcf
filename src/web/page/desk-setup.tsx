import Backup, { type BackupProps } from '../../../public/islands/desk/setup/backup-step.tsx'
import SetupForm from '../../../public/islands/desk/setup/setup.tsx'
import type { Ctx } from '../../context.ts'
import { isSetupStep, type SetupStep, setupSteps } from '../../lib/setup-steps.ts'
import { readHealth } from '../../operate/desk/health.ts'
import type { Desk } from '../../operate/desk/model.ts'
import { readDesk } from '../../operate/desk/read-desk.ts'
import { island } from '../island.tsx'
import { deskOnly, page, seeOther } from '../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../parts/studio-layout.tsx'

const words: Readonly<Record<SetupStep, { name: string; title: string; lead: string }>> = {
  site: {
    name: 'Name',
    title: 'What is your site called?',
    lead: 'Titles, emails, receipts and the installed app say it. A picture stands beside the name.',
  },
  address: {
    name: 'Address',
    title: 'Where do people find it?',
    lead: 'Links in emails and receipts lead to this address. It is tried before it is saved.',
  },
  email: {
    name: 'Email',
    title: 'How does it send email?',
    lead: 'For receipts, new passwords and news, through your provider’s mail server. Without one, nothing is sent.',
  },
  payments: {
    name: 'Payments',
    title: 'How do people pay?',
    lead: 'The money goes to your own account at Stripe. This program never holds it.',
  },
  'sign-up': {
    name: 'Sign-up',
    title: 'Who may make an account?',
    lead: 'You can change your mind at any time.',
  },
}

const stateWords = { answered: 'answered', skipped: 'left for later', open: 'open' } as const

/** `/desk/setup`: the five questions of the first start, one after another, for the owner. */
export const deskSetupRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/setup', viewer: deskOnly('site'), query: { step: 20 } }, ({ viewer, query }) => {
    if (ctx.config.addressName === 'DEMO_URL') return seeOther('/desk')
    const look = ownLook(ctx, viewer)
    const desk = readDesk(ctx)
    const firstOpen = desk.setup.find(({ state }) => state === 'open')?.step ?? 'done'
    const asked = query.step ?? firstOpen
    const step = isSetupStep(asked) ? asked : 'done'
    const title = step === 'done' ? 'Your site stands' : words[step].title
    return {
      head: studioHead(ctx, look, { title, description: 'Setting up your site.', path: '/desk' }),
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
    <StudioLayout here="/desk" texture={look.texture} theme={look.theme}>
      <article class="jcard stored-card desk setup">
        <nav aria-label="Questions">
          <p class="hint">
            {answered} of {setupSteps.length} answered
          </p>
          <ol class="setup-steps">
            {desk.setup.map((each) => (
              <li key={each.step} data-state={each.state}>
                <a href={`/desk/setup?step=${each.step}`} aria-current={each.step === step ? 'step' : undefined}>
                  {words[each.step].name}
                  <span class="sr">, {stateWords[each.state]}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <header>
          <h1>{title}</h1>
          <p>{step === 'done' ? leadOf(answered) : words[step].lead}</p>
        </header>
        {step === 'done' ? <Standing backups={backups} /> : <Form step={step} desk={desk} />}
        <p class="hint">
          Everything can be changed later at <a href="/desk">the desk</a>.
        </p>
      </article>
    </StudioLayout>
  )
}

const leadOf = (answered: number) =>
  answered === setupSteps.length
    ? 'All five questions are answered. Have a copy of everything made each night, so that nothing can be lost.'
    : 'Come back for what you left open when you like. Have a copy of everything made each night, so that nothing can be lost.'

/** The end of the questions: backups, and links to legal texts and the first tape. */
const Standing = ({ backups }: { backups: BackupProps }) => (
  <>
    <BackupForm {...backups} />
    <section aria-labelledby="further" class="health">
      <h2 id="further">And then</h2>
      <ul class="further">
        <li>
          <a href="/studio">Publish your first tape</a>
        </li>
        <li>
          <a href="/desk#site">Write who runs the site</a>: imprint, privacy and terms have drafts
        </li>
        <li>
          <a href="/desk/health">See how the site is doing</a>
        </li>
      </ul>
    </section>
  </>
)
