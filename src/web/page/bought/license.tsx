import { renderSVG } from 'uqr'
import Print from '../../../../public/islands/receipt/print.tsx'
import TakeFiles, { hasFiles } from '../../../../public/islands/release/take-files.tsx'
import VerifyCertificate from '../../../../public/islands/release/verify-certificate.tsx'
import { scopeLabels } from '../../../../public/islands/studio/releases/labels.ts'
import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { Sleeve, type SleeveProps } from '../../../../public/lib/sleeve.tsx'
import { visibleCassetById } from '../../../casset/access/visible-casset.ts'
import { toTheme } from '../../../casset/to-casset.ts'
import type { Ctx } from '../../../context.ts'
import { certificatePath } from '../../../lib/address/certificate-path.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { toCover } from '../../../platform/asset/asset-url.ts'
import { licenseUrl, readCredentialText } from '../../../release/license/credential.ts'
import { grantedLicense } from '../../../release/license/license-status.ts'
import { licenseByLink } from '../../../release/license/order/holder-link.ts'
import type { LicenseRow } from '../../../release/license/order/record-license.ts'
import { addresses } from '../../../release/rendering/addresses.ts'
import { isSoldRelease, isVisibleRelease, knownRelease } from '../../../release/visible-release.ts'
import { island } from '../../document/island.tsx'
import { themeOf } from '../../document/theme.ts'
import { optional, page } from '../../page.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { formHead } from '../../parts/sign-up/form-layout.tsx'

/**
 * `/licenses/{id}`: a license for everybody: what it allows, on which terms, until when, and
 * whether it has ended. Its licensee is shown to the account that bought it alone (rule:
 * license-page).
 */
export const licenseRoute = (ctx: Ctx) =>
  page(ctx, { path: '/licenses/:id', viewer: optional }, ({ viewer, params: { id } }) => {
    const row = grantedLicense(ctx, id)
    return paperOf(ctx, row, `/licenses/${id}`, viewer !== null && viewer.userId === row.holderId ? {} : null)
  })

/** `/licensed/{secret}`: the same for its holder, who came by a link (rule: license-page). */
export const licensedRoute = (ctx: Ctx) =>
  page(ctx, { path: '/licensed/:secret', viewer: optional }, ({ params: { secret } }) => ({
    ...paperOf(ctx, licenseByLink(ctx, secret), '/licensed', { secret }),
    ...secretPage,
  }))

/** How somebody holds a license: by a link, or with the account that they are signed in to. */
type By = { secret?: string }

function paperOf(ctx: Ctx, row: LicenseRow, path: string, by: By | null) {
  const { orderId: id, agreed, endedAt, releaseId } = row
  if (row.credential === null) return lostLicense(path)
  const credential = readCredentialText(row.credential)
  const { title } = credential.credentialSubject.release
  const tape = isVisibleRelease(ctx, releaseId) ? tapeOf(ctx, releaseId) : null
  const head = formHead(
    say('License of {title}', { title }),
    say('What it allows, until when, and whether it is valid.'),
    path,
  )
  return {
    head: tape ? { ...head, theme: tape.sheet } : head,
    main: (
      <LicensePage
        id={id}
        url={licenseUrl(ctx, id)}
        credential={credential}
        agreed={agreed}
        endedAt={endedAt}
        isOver={(row.expiresAt ?? 0) <= ctx.now()}
        by={by}
        sleeve={tape?.sleeve ?? null}
        hasMusic={isSoldRelease(ctx, releaseId, row.releaseVersionId)}
      />
    ),
  }
}

/** The tape of the music, as far as everybody sees it. */
function tapeOf(ctx: Ctx, releaseId: string): { sleeve: SleeveProps; sheet: string } {
  const { casset, cover: row, artist } = visibleCassetById(ctx, knownRelease(ctx, releaseId).cassetId, null)
  const cover = row && toCover(row)
  return {
    sleeve: { cover, name: casset.name, artist: artist.displayName, handle: artist.handle },
    sheet: themeOf(ctx, { theme: toTheme(casset), cover }),
  }
}

const lostLicense = (path: string) => ({
  head: formHead(say('License'), say('What it allows, until when, and whether it is valid.'), path),
  main: (
    <main id="main" class="world wrap dossier paper" tabIndex={-1}>
      <article class="jcard">
        <header>
          <p class="eyebrow">{say('License')}</p>
          <h1>{say('This license waits for its certificate')}</h1>
        </header>
        <p>
          {say(
            'It was sold and is paid. This site was restored from a backup that is older, and has lost what the license says. Whoever bought it has it in the certificate.',
          )}
        </p>
        <p>
          <a class="key go" href="/licenses">
            {say('Hand in a certificate')}
          </a>
        </p>
      </article>
    </main>
  ),
})

const PrintKey = island('receipt/print', Print)
const Files = island('release/take-files', TakeFiles)
const CertificateCheck = island('release/verify-certificate', VerifyCertificate)

type LicensePageProps = {
  id: string
  url: string
  credential: ReturnType<typeof readCredentialText>
  agreed: LicenseRow['agreed']
  endedAt: number | null
  isOver: boolean
  by: By | null
  sleeve: SleeveProps | null
  hasMusic: boolean
}

function LicensePage({ id, url, credential, agreed, endedAt, isOver, by, sleeve, hasMusic }: LicensePageProps) {
  const { validFrom, validUntil, credentialSubject } = credential
  const { release, licensee, price } = credentialSubject
  const scopes = agreed.map(({ scope }) => scope)
  const page = addresses.pageOf(release.handle, release.id)
  return (
    <main id="main" class="world wrap dossier paper certificate" tabIndex={-1}>
      <article class="jcard">
        <header class={sleeve ? 'front' : undefined}>
          {sleeve && <Sleeve {...sleeve} />}
          <div>
            <p class="eyebrow">{say('License')}</p>
            <h1 dir="auto">{release.title}</h1>
            <p dir="auto">{say('by {artist}', { artist: release.artist })}</p>
          </div>
        </header>
        <p>
          <b class="verdict" data-result={endedAt === null && !isOver ? 'holds' : 'fails'}>
            {endedAt !== null
              ? inParts(say('It ended on <day></day>: the money went back.'), {
                  day: () => <Day iso={new Date(endedAt).toISOString()} />,
                })
              : inParts(isOver ? say('It was valid until <day></day>.') : say('Valid until <day></day>.'), {
                  day: () => <Day iso={validUntil} />,
                })}
          </b>
        </p>
        {by && licensee !== null && (
          <p class="holder">
            {inParts(say('For <b>{licensee}</b>', { licensee }), { b: (text) => <b dir="auto">{text}</b> })}
          </p>
        )}
        <section aria-labelledby="allows">
          <h2 id="allows">{say('What it allows')}</h2>
          <ul class="licensed">
            {agreed.map(({ scope, price: part, terms }) => (
              <li key={scope}>
                {scopeLabels()[scope]}
                {part !== null && agreed.length > 1 && <span class="mono"> {priceTag(part)}</span>}
                {terms !== null && (
                  <p class="fine-print" dir="auto">
                    {terms}
                  </p>
                )}
              </li>
            ))}
          </ul>
          <p class="mono">
            {inParts(say('{price}, paid on <day></day>', { price: priceTag(price) }), {
              day: () => <Day iso={validFrom} />,
            })}
          </p>
          <Seal url={url} />
          <p class="acts">
            <PrintKey />
            {by && (
              <a class="key" download="license.json" href={certificatePath(id, by.secret)}>
                {say('Save as a file')}
              </a>
            )}
          </p>
          {sleeve && (
            <p class="elsewhere">
              <a href={page}>{say('The release and its history')}</a>
            </p>
          )}
        </section>
        {hasMusic && endedAt === null && !isOver && hasFiles(scopes) && (
          <section aria-labelledby="files" class="files">
            <h2 id="files">{by ? say('Its files') : say('Do you hold this license?')}</h2>
            <Files licenseId={id} scopes={scopes} {...(by ? { token: null, ...by } : {})} />
          </section>
        )}
        {!by && (
          <section aria-labelledby="check" class="verify">
            <h2 id="check">{say('Is somebody’s certificate real?')}</h2>
            <p>
              {inParts(
                say(
                  'Choose the file that they gave you: your browser checks its signature, that it was granted, and that it has not ended. On the command line: <code>tapedeck verify license.json</code>.',
                ),
                { code: (text) => <code>{text}</code> },
              )}
            </p>
            {sleeve && <CertificateCheck />}
          </section>
        )}
      </article>
    </main>
  )
}

/** Where the paper says who granted it, and where anybody sees whether it holds. */
function Seal({ url }: { url: string }) {
  const { host } = new URL(url)
  return (
    <div class="sealed">
      <div
        role="img"
        aria-label={say('Code with the address {host}', { host: url.replace(/^https?:\/\//, '') })}
        dangerouslySetInnerHTML={{ __html: renderSVG(url, { border: 1 }) }}
      />
      <p>
        {inParts(
          say('Granted and signed by <b>{host}</b>. Whether it holds now is told at <span>{url}</span>', { host, url }),
          {
            b: (text) => <b>{text}</b>,
            span: (text) => <span class="mono">{text}</span>,
          },
        )}
      </p>
    </div>
  )
}
