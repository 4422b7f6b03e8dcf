import HandIn from '../../../../public/islands/release/hand-in.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'

/** `/licenses`: where certificates are handed in that a restored site has lost. */
export const licensesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/licenses', viewer: optional }, () => ({
    head: formHead(
      say('Hand in a certificate'),
      say('For licenses that this site lost when it was restored from a backup.'),
      '/licenses',
    ),
    main: <LicensesPage />,
  }))

const HandInForm = island('release/hand-in', HandIn)

const LicensesPage = () => (
  <main id="main" class="world wrap dossier paper" tabIndex={-1}>
    <article class="jcard">
      <header>
        <p class="eyebrow">{say('License')}</p>
        <h1>{say('Hand in a certificate')}</h1>
      </header>
      <p>
        {inParts(
          say(
            'A site that is restored from a backup may have lost what a license says that was sold after it. Choose the certificate as you saved it, <code>license.json</code>: this site has signed it, so it takes it back word for word.',
          ),
          { code: (text) => <code>{text}</code> },
        )}
      </p>
      <HandInForm />
    </article>
  </main>
)
