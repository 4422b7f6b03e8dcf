import Verify from '../../../../../public/islands/release/verify.tsx'
import { typeLabels } from '../../../../../public/islands/studio/releases/labels.ts'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import { Sleeve } from '../../../../../public/lib/sleeve.tsx'
import { isHandle } from '../../../../account/handle/handle.ts'
import { termsOfRelease } from '../../../../casset/usage/read-terms.ts'
import { ownUsageHeaders } from '../../../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { titleLength } from '../../../../lib/text/title-length.ts'
import { longDay } from '../../../../lib/time/day-text.ts'
import { addresses } from '../../../../release/rendering/addresses.ts'
import { rslType } from '../../../../release/rendering/rsl.ts'
import { renderedFrom } from '../../../answer-page.tsx'
import { island } from '../../../document/island.tsx'
import { movedTo, optional, page } from '../../../page.tsx'
import { History } from './history.tsx'
import { Lineage } from './lineage.tsx'
import { Makers } from './makers.tsx'
import { Permissions } from './permissions.tsx'
import { Tracks } from './tracks.tsx'
import { type ReleaseView, readReleaseView } from './view.ts'

/**
 * `/@handle/releases/{id}`: the public facts of a release, and the button that verifies it (rule:
 * release-page).
 */
export const worldReleaseRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/releases/:id', viewer: optional }, ({ params }) => {
    const { id } = params
    const handle = (params.handle ?? '').toLowerCase()
    if (isHandle(handle) && params.handle !== handle) return movedTo(`/@${handle}/releases/${encodeURIComponent(id)}`)
    const { view, isListed, theme, sheet, structured } = readReleaseView(ctx, handle, id)
    const { release, artist } = view
    return {
      head: {
        title: say('{title} by {displayName}', { title: release.title, displayName: artist.displayName }),
        description: say('Who made {title}, what you may do with it, and proof that nobody has changed it.', {
          title: release.title,
        }),
        path: `/@${handle}/releases/${id}`,
        sheet: 'forms',
        theme: sheet,
        isHidden: !isListed,
        structured,
        license: addresses.licenseOf(release.id),
        alternates: [
          {
            type: 'application/json',
            title: say('Signed manifest'),
            href: `/api/agents/releases/${release.id}/manifest`,
          },
        ],
      },
      ...renderedFrom(WorldReleasePage, { view }),
      headers: {
        ...ownUsageHeaders(termsOfRelease(ctx, release.id)),
        link: [
          `<${addresses.licenseOf(release.id)}>; rel="license"; type="${rslType}"`,
          `</api/agents/releases/${release.id}/manifest>; rel="alternate"; type="application/json"`,
        ].join(', '),
      },
      foot: { theme: theme.footerTheme },
    }
  })

const VerifyIsland = island('release/verify', Verify)

function WorldReleasePage({ view }: { view: ReleaseView }) {
  const { release, artist, casset, version, issuedAt, tracks } = view
  const type = typeLabels().find(({ value }) => value === release.type)?.text ?? ''
  const facts = [
    release.releaseDate && say('Released {releaseDate}', { releaseDate: longDay(release.releaseDate) }),
    release.label && say('Label {label}', { label: release.label }),
    release.upc && `UPC/EAN ${release.upc}`,
  ].filter((fact) => typeof fact === 'string')
  return (
    <main
      id="main"
      class="world wrap dossier"
      data-pattern={casset.pattern}
      data-background={casset.background}
      tabIndex={-1}
    >
      <article class="jcard">
        <header class="front">
          <Sleeve cover={casset.cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />
          <div>
            <p class="eyebrow">
              <a class="tap" href={casset.path} dir="auto">
                {say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })}
              </a>
            </p>
            <h1 dir="auto" data-length={titleLength(release.title)}>
              {release.title}
            </h1>
            <p class="mono">
              {inParts(
                say('{list}<br></br>Version {version}, signed <time>{day}</time>', {
                  list: [
                    type,
                    say('{tracks, plural, one {# track} other {# tracks}}', { tracks: tracks.length }),
                    ...facts,
                  ].join(' · '),
                  version,
                  day: longDay(issuedAt),
                }),
                { br: () => <br />, time: (text) => <time dateTime={issuedAt}>{text}</time> },
              )}
            </p>
          </div>
        </header>
        <section aria-labelledby="verify" class="verify">
          <h2 id="verify">
            {say('Is this really what {displayName} published?', { displayName: artist.displayName })}
          </h2>
          <p>
            {say(
              'You need not believe this page: your browser can check it. It fetches what was signed, checks the signatures itself, and tells you of every step.',
            )}
          </p>
          <VerifyIsland releaseId={release.id} isMain={view.offers.length === 0 || !view.canBePaid} />
          <noscript>
            <p class="notice">
              {inParts(
                say(
                  'Checking needs JavaScript. Without it, use the command line: <code>tapedeck verify</code> and the address of this page.',
                ),
                { code: (text) => <code>{text}</code> },
              )}
            </p>
          </noscript>
        </section>
        <div class="parts">
          <Makers view={view} />
          <Permissions view={view} />
          <Tracks view={view} />
          <Lineage view={view} />
        </div>
        <History view={view} />
      </article>
    </main>
  )
}
