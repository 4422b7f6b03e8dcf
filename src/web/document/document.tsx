import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { LiveLines } from '../../../public/lib/live-lines.tsx'
import Deck from '../../../public/player/deck.tsx'
import { attributesOf } from '../../lib/language/languages.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { isSymbolFirst } from '../../lib/money/money.ts'
import type { Cover } from '../../platform/asset/shape.ts'
import type { Assets } from '../../platform/client/assets.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { SiteConfig } from '../../platform/setting/site-config.ts'
import { PageContext } from '../page-context.ts'
import { Bar } from '../parts/frame/bar.tsx'
import { DemoStrip } from '../parts/frame/demo-strip.tsx'
import { Foot, type FootProps } from '../parts/frame/foot.tsx'
import { SuspendedStrip } from '../parts/frame/suspended-strip.tsx'
import { pictureUrl } from '../site-picture.ts'
import { island } from './island.tsx'
import { themePath } from './theme.ts'

const DeckIsland = island('player/deck', Deck)

export type Head = {
  /** The title of the page, followed by the site's name. Null: the site itself. */
  title: string | null
  description: string
  path: string
  sheet?: 'forms' | 'drops' | 'studio' | 'room'
  theme?: string
  image?: { url: string; alt: string; width?: number; height?: number; type?: string }
  /** A sound and a player, which networks may play beside the link. */
  sound?: { url: string; player: { url: string; width: number; height: number } }
  /** The picture that the page opens with; it comes after the style sheet inside the page. */
  opensWith?: { href: string; imagesrcset: string; imagesizes: string }
  /** OpenGraph type; a plain page is a website. */
  kind?: string
  structured?: object
  /** Other forms of the same page, such as feeds. */
  alternates?: readonly { type: string; title: string; href: string }[]
  /** Path of the RSL document with the terms of use of the page's content. */
  license?: string
  /** Unlisted pages, pages for one viewer and error pages stay out of search engines. */
  isHidden?: boolean
  /** The casset that it is about: programs are told its terms, else those of the site. */
  cassetId?: string
}

export type DocumentProps = {
  assets: Assets
  origin: string
  viewer: Viewer | null
  unread: number
  site: SiteConfig
  picture: Cover | null
  isDemo: boolean
  isTest: boolean
  /** Whether pages of the checkout have a policy of their own (rule: music-goes-on). */
  isApart: boolean
  canJoin: boolean
  head: Head
  foot?: FootProps
  children: ComponentChildren
}

const preloadedFonts = ['fonts/anybody-core.woff2', 'fonts/familjen-core.woff2']

// The page can be read without scripts, so its visible parts, fonts and sleeve, are loaded first.
const afterTheSleeve = { fetchpriority: 'low' } as const

/**
 * Returns a whole page: the head, the bar, the page's own content, and the deck that outlives it.
 * The body is rendered first: its islands register their names, and the head preloads their code.
 */
export function renderDocument(props: DocumentProps): string {
  const { assets, origin, viewer, unread, site, picture, isDemo, isTest, canJoin, head, foot = {} } = props
  const islands = new Set<string>()
  const body = renderToString(
    <PageContext.Provider value={{ viewer, islands }}>
      <body>
        <a class="skip" href="#main">
          {say('Skip to content')}
        </a>
        <Bar
          site={site.name}
          picture={picture && pictureUrl(picture, 128)}
          viewer={viewer}
          unread={unread}
          isTest={isTest}
          canJoin={canJoin}
          path={head.path}
        />
        {viewer?.suspended && <SuspendedStrip />}
        {isDemo && <DemoStrip isStranger={viewer === null} />}
        {props.children}
        <Foot site={site} {...foot} />
        <DeckIsland />
        <LiveLines />
        <div id="toast" class="toast" role="status" aria-live="off" />
      </body>
    </PageContext.Provider>,
  )
  const language = currentLanguage()
  const scripts = assets.scripts(language)
  const chunks = new Set([...islands].flatMap((name) => scripts.preload[name] ?? []))
  const top = renderToString(
    <HeadElement
      assets={assets}
      origin={origin}
      viewer={viewer}
      site={site}
      picture={picture}
      head={head}
      script={scripts.js}
      chunks={chunks}
    />,
  )
  const symbol = isSymbolFirst() ? '' : ' data-symbol="last"'
  const apart = props.isApart ? ' data-apart="/checkout/"' : ''
  return `<!doctype html><html ${attributesOf(language)}${symbol}${apart} data-build="${assets.manifest.build}">${top}${body}</html>`
}

type HeadElementProps = Pick<DocumentProps, 'assets' | 'origin' | 'viewer' | 'site' | 'picture' | 'head'> & {
  script: string
  chunks: ReadonlySet<string>
}

function HeadElement({
  assets: { manifest, url },
  origin,
  viewer,
  site,
  picture,
  head,
  script,
  chunks,
}: HeadElementProps) {
  const theme = head.theme ?? themeOfSite(site, manifest.build)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{head.title === null ? wholeName(site) : `${head.title} · ${site.name}`}</title>
      {head.opensWith && <link rel="preload" as="image" {...head.opensWith} fetchpriority="high" />}
      {preloadedFonts.map((font) => (
        <link key={font} rel="preload" href={url(font)} as="font" type="font/woff2" crossorigin="anonymous" />
      ))}
      <link rel="stylesheet" href={manifest.sheets.app} />
      {viewer && head.sheet !== 'studio' && <link rel="stylesheet" data-theme="" href={manifest.sheets.member} />}
      {head.sheet && <link rel="stylesheet" data-theme="" href={manifest.sheets[head.sheet]} />}
      {theme !== undefined && <link rel="stylesheet" data-theme="" href={theme} />}
      {[...chunks].map((chunk) => (
        <link key={chunk} rel="modulepreload" href={chunk} {...afterTheSleeve} />
      ))}
      <script type="module" src={script} {...afterTheSleeve} />
      {picture ? (
        <link rel="icon" href={pictureUrl(picture, 128)} type="image/webp" />
      ) : (
        <link rel="icon" href={url('icon.svg')} type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={picture ? pictureUrl(picture, 256) : url('icons/icon-192.png')} />
      <link rel="manifest" href="/app.webmanifest" />
      <meta name="theme-color" content="#f9ede4" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#1b100b" media="(prefers-color-scheme: dark)" />
      <SocialMeta head={head} origin={origin} site={site} />
    </head>
  )
}

/** Undefined where the site has no colour of its own either. */
const themeOfSite = ({ color }: SiteConfig, build: string) =>
  color === null ? undefined : themePath({ tokens: { accent: color }, coverColor: null }, build)

const wholeName = ({ name, line }: SiteConfig) =>
  say('{name}: {text}', { name, text: line ?? say('press play, keep the tape') })

function SocialMeta({ head, origin, site }: { head: Head; origin: string; site: SiteConfig }) {
  const {
    title,
    description,
    path,
    image,
    sound,
    kind = 'website',
    structured,
    alternates = [],
    license,
    isHidden,
  } = head
  return (
    <>
      <meta name="description" content={description} />
      {isHidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={origin + path} />}
      {alternates.map(({ type, title, href }) => (
        <link key={href} rel="alternate" type={type} title={title} href={href} />
      ))}
      {license && <link rel="license" type="application/rsl+xml" href={license} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title ?? wholeName(site)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:type" content={kind} />
      {image && (
        <>
          <meta property="og:image" content={new URL(image.url, origin).href} />
          <meta property="og:image:alt" content={image.alt} />
          {image.type && <meta property="og:image:type" content={image.type} />}
          {image.width && <meta property="og:image:width" content={String(image.width)} />}
          {image.height && <meta property="og:image:height" content={String(image.height)} />}
          <meta name="twitter:card" content={sound ? 'player' : 'summary_large_image'} />
        </>
      )}
      {sound && <SoundMeta {...sound} origin={origin} />}
      {structured && (
        <script
          type="application/ld+json"
          // A script element ends at the first "</script", so its text must not contain "<".
          dangerouslySetInnerHTML={{ __html: JSON.stringify(structured).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  )
}

const SoundMeta = ({ url, player, origin }: NonNullable<Head['sound']> & { origin: string }) => (
  <>
    <meta property="og:audio" content={origin + url} />
    <meta name="twitter:player" content={origin + player.url} />
    <meta name="twitter:player:width" content={String(player.width)} />
    <meta name="twitter:player:height" content={String(player.height)} />
  </>
)
